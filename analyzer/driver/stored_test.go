package driver

import (
	"fmt"
	"reflect"
	"testing"
)

// TestStoredTypesAreWhole: what is kept has no field that is passed over but the
// one that is known to be empty by then.
func TestStoredTypesAreWhole(t *testing.T) {
	seen := make(map[reflect.Type]bool)
	var look func(reflect.Type, string)
	look = func(typ reflect.Type, path string) {
		switch typ.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array:
			look(typ.Elem(), path+"[]")
		case reflect.Map:
			if typ.Key().Kind() != reflect.String {
				t.Errorf("%s: a map with keys of type %s", path, typ.Key())
			}
			look(typ.Elem(), path+"[]")
		case reflect.Struct:
			if seen[typ] {
				return
			}
			seen[typ] = true
			for i := range typ.NumField() {
				f := typ.Field(i)
				if !f.IsExported() && fmt.Sprint(typ, ".", f.Name) != "semantic.Callee.object" {
					t.Errorf("%s.%s is not kept", path, f.Name)
				}
				if f.IsExported() {
					look(f.Type, path+"."+f.Name)
				}
			}
		case reflect.Interface, reflect.Func, reflect.Chan:
			t.Errorf("%s: values of type %s cannot be kept", path, typ)
		}
	}
	for _, v := range []any{storedFile{}, storedResult{}, storedRun{}, storedModule{}, storedDirectory{}, kind{}} {
		look(reflect.TypeOf(v), reflect.TypeOf(v).Name())
	}
	if len(seen) < 15 {
		t.Errorf("only %d types were looked at", len(seen))
	}
}
