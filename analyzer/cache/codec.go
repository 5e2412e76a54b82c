package cache

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
)

// ErrDamaged says that bytes are not the output of Encode for the type.
var ErrDamaged = errors.New("cache: damaged")

// Encode writes a value for Decode to read back: structs by their exported fields in
// order, maps in the order of their keys, each text once. Equal values give equal bytes.
func Encode(v any) []byte {
	e := encoder{texts: make(map[string]uint64)}
	e.value(reflect.ValueOf(v))
	return e.out
}

// Decode reads the output of Encode into the value that v points to. It fails on anything
// else, and takes no more memory than the bytes account for.
func Decode(data []byte, v any) error { return new(Texts).Decode(data, v) }

// Texts decodes values that share texts, and keeps one copy of each text.
type Texts struct{ known map[string]string }

// NewTexts is without any text.
func NewTexts() *Texts { return &Texts{make(map[string]string)} }

// Decode is the function Decode, except that equal texts of all calls are kept once.
func (t *Texts) Decode(data []byte, v any) error {
	d := decoder{rest: data, known: t.known}
	d.value(reflect.ValueOf(v).Elem())
	if d.bad || len(d.rest) > 0 {
		return ErrDamaged
	}
	return nil
}

type encoder struct {
	out   []byte
	texts map[string]uint64 // numbers of the texts written so far, from 1
}

func (e *encoder) number(n uint64) { e.out = binary.AppendUvarint(e.out, n) }

// text writes a text, or the number of one that was written before.
func (e *encoder) text(s string) {
	if n, ok := e.texts[s]; ok {
		e.number(n << 1)
		return
	}
	e.texts[s] = uint64(len(e.texts)) + 1
	e.number(uint64(len(s))<<1 | 1)
	e.out = append(e.out, s...)
}

func (e *encoder) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		n := uint64(0)
		if v.Bool() {
			n = 1
		}
		e.number(n)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		e.out = binary.AppendVarint(e.out, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		e.number(v.Uint())
	case reflect.String:
		e.text(v.String())
	case reflect.Array:
		for i := range v.Len() {
			e.value(v.Index(i))
		}
	case reflect.Slice:
		e.slice(v)
	case reflect.Map:
		e.table(v)
	case reflect.Pointer:
		if v.IsNil() {
			e.number(0)
			return
		}
		e.number(1)
		e.value(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				e.value(v.Field(i))
			}
		}
	default:
		panic(fmt.Sprintf("cache: values of type %s cannot be kept", v.Type()))
	}
}

// slice tells nil from empty.
func (e *encoder) slice(v reflect.Value) {
	if v.IsNil() {
		e.number(0)
		return
	}
	e.number(uint64(v.Len()) + 1)
	if v.Type().Elem().Kind() == reflect.Uint8 {
		e.out = append(e.out, v.Bytes()...)
		return
	}
	for i := range v.Len() {
		e.value(v.Index(i))
	}
}

func (e *encoder) table(v reflect.Value) {
	if v.IsNil() {
		e.number(0)
		return
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int {
		if a.String() < b.String() {
			return -1
		}
		return 1
	})
	e.number(uint64(len(keys)) + 1)
	for _, key := range keys {
		e.text(key.String())
		e.value(v.MapIndex(key))
	}
}

type decoder struct {
	rest  []byte
	texts []string
	known map[string]string // nil if texts are not shared with other values
	bad   bool
}

// copied is a text of its own, or one that was there.
func (d *decoder) copied(text []byte) string {
	s, ok := d.known[string(text)]
	if !ok {
		s = string(text)
		if d.known != nil {
			d.known[s] = s
		}
	}
	return s
}

func (d *decoder) number() uint64 {
	n, size := binary.Uvarint(d.rest)
	if size <= 0 {
		d.fail()
		return 0
	}
	d.rest = d.rest[size:]
	return n
}

func (d *decoder) fail() { d.bad, d.rest = true, nil }

func (d *decoder) text() string {
	n := d.number()
	switch {
	case d.bad:
	case n&1 == 0:
		if i := n >> 1; i > 0 && i <= uint64(len(d.texts)) {
			return d.texts[i-1]
		}
		d.fail()
	case n>>1 <= uint64(len(d.rest)):
		s := d.copied(d.rest[:n>>1])
		d.rest = d.rest[n>>1:]
		d.texts = append(d.texts, s)
		return s
	default:
		d.fail()
	}
	return ""
}

// length is the length of a list plus one, where each element takes at least a byte; 0
// for nil.
func (d *decoder) length() int {
	n := d.number()
	if n > uint64(len(d.rest))+1 || n > math.MaxInt32 {
		d.fail()
		return 0
	}
	return int(n)
}

func (d *decoder) value(v reflect.Value) {
	if d.bad {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(d.number() != 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		d.signed(v)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		d.unsigned(v)
	case reflect.String:
		v.SetString(d.text())
	case reflect.Array:
		for i := range v.Len() {
			d.value(v.Index(i))
		}
	case reflect.Slice:
		if n := d.length(); n > 0 {
			d.slice(v, n-1)
		}
	case reflect.Map:
		if n := d.length(); n > 0 {
			d.table(v, n-1)
		}
	case reflect.Pointer:
		if d.number() != 0 && !d.bad {
			v.Set(reflect.New(v.Type().Elem()))
			d.value(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				d.value(v.Field(i))
			}
		}
	default:
		panic(fmt.Sprintf("cache: values of type %s cannot be kept", v.Type()))
	}
}

func (d *decoder) signed(v reflect.Value) {
	n, size := binary.Varint(d.rest)
	if size <= 0 || v.OverflowInt(n) {
		d.fail()
		return
	}
	d.rest = d.rest[size:]
	v.SetInt(n)
}

func (d *decoder) unsigned(v reflect.Value) {
	n := d.number()
	if v.OverflowUint(n) {
		d.fail()
		return
	}
	v.SetUint(n)
}

// slice grows as elements are read, so a wrong length costs nothing.
func (d *decoder) slice(v reflect.Value, n int) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		if n > len(d.rest) {
			d.fail()
			return
		}
		v.SetBytes(bytes.Clone(d.rest[:n]))
		if n == 0 {
			v.SetBytes([]byte{})
		}
		d.rest = d.rest[n:]
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), 0, min(n, 1024)))
	for range n {
		if d.bad {
			return
		}
		elem := reflect.New(v.Type().Elem()).Elem()
		d.value(elem)
		v.Set(reflect.Append(v, elem))
	}
}

func (d *decoder) table(v reflect.Value, n int) {
	v.Set(reflect.MakeMap(v.Type()))
	for range n {
		if d.bad {
			return
		}
		key := reflect.New(v.Type().Key()).Elem()
		key.SetString(d.text())
		elem := reflect.New(v.Type().Elem()).Elem()
		d.value(elem)
		v.SetMapIndex(key, elem)
	}
}
