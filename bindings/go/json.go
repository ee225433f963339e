//go:build cgo

package duel

//go:generate go run ./internal/enums/write

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
)

type named struct {
	value int64
	name  string
}

// The words of an enumeration, one of which a value is, and those of bits, of which it is any.
type enumNames struct {
	kind  string
	names []named
}

type flagNames enumNames

func (e enumNames) text(value int64) string {
	for _, one := range e.names {
		if one.value == value {
			return one.name
		}
	}
	return fmt.Sprintf("%s(%d)", e.kind, value)
}

func (e enumNames) value(text string) (int64, error) {
	for _, one := range e.names {
		if one.name == text {
			return one.value, nil
		}
	}
	var value int64
	if _, err := fmt.Sscanf(text, e.kind+"(%d)", &value); err == nil {
		return value, nil
	}
	words := make([]string, len(e.names))
	for at, one := range e.names {
		words[at] = one.name
	}
	return 0, fmt.Errorf("duel: %q is no %s; it must be one of %s", text, e.kind, strings.Join(words, ", "))
}

func (f flagNames) text(value int64) string {
	var found []string
	rest := value
	for _, one := range f.names {
		// A union of others, such as all, is no bit of its own.
		if one.value&(one.value-1) == 0 && (one.value == value || one.value&value != 0) {
			found = append(found, one.name)
			rest &^= one.value
		}
	}
	if rest != 0 {
		found = append(found, fmt.Sprintf("%s(%d)", f.kind, rest))
	}
	if len(found) == 0 {
		return "none"
	}
	return strings.Join(found, ", ")
}

func (f flagNames) value(text string) (int64, error) {
	var all int64
	if text == "none" {
		return 0, nil
	}
	for _, word := range strings.Split(text, ", ") {
		value, err := enumNames(f).value(word)
		if err != nil {
			return 0, err
		}
		all |= value
	}
	return all, nil
}

func readNamed[T ~int32 | ~uint8](to *T, names interface{ value(string) (int64, error) }, text []byte) error {
	value, err := names.value(string(text))
	if err != nil {
		return err
	}
	*to = T(value)
	return nil
}

// finiteJSON is what encoding/json would write, but NaN and infinities, which it refuses, are null. Embedded structs are
// written field by field, whatever methods they have.
func finiteJSON(value any) ([]byte, error) {
	var out bytes.Buffer
	if err := writeJSON(&out, reflect.ValueOf(value)); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func writeJSON(out *bytes.Buffer, v reflect.Value) error {
	switch {
	case v.Kind() == reflect.Float64 && (math.IsNaN(v.Float()) || math.IsInf(v.Float(), 0)):
		out.WriteString("null")
	case v.Kind() == reflect.Pointer && !v.IsNil():
		return writeJSON(out, v.Elem())
	case v.Kind() == reflect.Slice && !v.IsNil() && v.Type().Elem().Kind() != reflect.Uint8, v.Kind() == reflect.Array:
		out.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				out.WriteByte(',')
			}
			if err := writeJSON(out, v.Index(i)); err != nil {
				return err
			}
		}
		out.WriteByte(']')
	case v.Kind() == reflect.Struct:
		out.WriteByte('{')
		if err := writeFields(out, v); err != nil {
			return err
		}
		out.WriteByte('}')
	default:
		text, err := json.Marshal(v.Interface())
		if err != nil {
			return err
		}
		out.Write(text)
	}
	return nil
}

func writeFields(out *bytes.Buffer, v reflect.Value) error {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if field.Anonymous && field.Type.Kind() == reflect.Struct {
			if err := writeFields(out, v.Field(i)); err != nil {
				return err
			}
			continue
		}
		if !field.IsExported() {
			continue
		}
		if last := out.Bytes()[out.Len()-1]; last != '{' {
			out.WriteByte(',')
		}
		fmt.Fprintf(out, "%q:", field.Name)
		if err := writeJSON(out, v.Field(i)); err != nil {
			return err
		}
	}
	return nil
}
