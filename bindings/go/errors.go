package duel

// #include <duel.h>
import "C"

import (
	"fmt"
	"regexp"
	"runtime"
)

// Error is the name of the code in the C header, such as "DUEL_ERR_DATA".
func (c Code) Error() string {
	return C.GoString(C.duel_status_name(C.duel_status(c)))
}

// Error is an error of the library.
type Error struct {
	// Code is the kind of the error.
	Code Code
	// Row is the zero-based row of the data that the error concerns, or -1.
	Row int64
	// Message is one line that names the argument and the value.
	Message string
}

// Error is the message, after the zero-based row where there is one.
func (e *Error) Error() string {
	if e.Row >= 0 {
		return fmt.Sprintf("duel: row %d: %s", e.Row, e.Message)
	}
	return "duel: " + e.Message
}

// Unwrap gives the code, which errors.Is and errors.As then find.
func (e *Error) Unwrap() error { return e.Code }

// call runs one function of the library and turns its status into an error. The library keeps
// the message of an error for each thread, and goroutines move between threads; so the goroutine
// is tied to its thread until the message has been read.
func call(function func() C.duel_status) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	status := function()
	if status == C.DUEL_OK {
		return nil
	}
	return &Error{
		Code:    Code(status),
		Row:     int64(C.duel_last_error_row()),
		Message: inWordsOfGo(C.GoString(C.duel_last_error())),
	}
}

// A name in quotes, which is the user's, or a word that may be a name of C.
var quotedOrWord = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\b(?:DUEL|duel)_\w+|\b[a-z]+[0-9]*(?:_[a-z0-9]+)+\b`)

// inWordsOfGo is a message of the library with the names of this package: Davidson for DUEL_MODEL_DAVIDSON, TieRidge for
// tie_ridge.
func inWordsOfGo(message string) string {
	return quotedOrWord.ReplaceAllStringFunc(message, func(word string) string {
		if name, is := wordsOfGo()[word]; is {
			return name
		}
		return word
	})
}

// refuse makes an error of what Go can tell before the library is called.
func refuse(code Code, format string, arguments ...any) error {
	return &Error{Code: code, Row: -1, Message: fmt.Sprintf(format, arguments...)}
}

// refuseRow is refuse for a row of the data.
func refuseRow(code Code, row int, format string, arguments ...any) error {
	return &Error{Code: code, Row: int64(row), Message: fmt.Sprintf(format, arguments...)}
}

// toSize converts a number that C takes as size_t, where a negative one would become huge.
func toSize(argument string, value int) (C.size_t, error) {
	var k converter
	return sizeOf(&k, argument, value), k.err
}

// toInt32 converts a number that C takes as int32_t, where a large one would be cut.
func toInt32(argument string, value int) (C.int32_t, error) {
	var k converter
	return int32Of(&k, argument, value), k.err
}

// Version is the version of the library in use, such as "0.2.0".
func Version() string { return C.GoString(C.duel_version()) }

// VersionNumber is the version of the library in use as a number: major * 1000000 +
// minor * 1000 + patch.
func VersionNumber() int { return int(C.duel_version_number()) }

// HeaderVersion is the version of the header that this package was compiled with. A library
// whose VersionNumber differs in major or minor does not belong to it.
const HeaderVersion = C.DUEL_VERSION_NUMBER
