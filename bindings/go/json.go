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

func enumName(value int64, kind string, names []named) string {
	for _, one := range names {
		if one.value == value {
			return one.name
		}
	}
	return fmt.Sprintf("%s(%d)", kind, value)
}

func flagNames(value int64, kind string, names []named) string {
	var found []string
	rest := value
	for _, one := range names {
		// A union of others, such as all, is no bit of its own.
		if one.value&(one.value-1) == 0 && (one.value == value || one.value&value != 0) {
			found = append(found, one.name)
			rest &^= one.value
		}
	}
	if rest != 0 || len(found) == 0 {
		found = append(found, fmt.Sprintf("%s(%d)", kind, rest))
	}
	return strings.Join(found, ", ")
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
