package driver

import (
	"reflect"
	"slices"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
)

// TestEveryOptionIsInTheKeys changes each option, and each part of one, and wants
// other keys: of the run alone where only that rests on it, of what files come to
// as well where nothing says otherwise. An option that a key leaves out is named
// in one of the lists, with its reason.
func TestEveryOptionIsInTheKeys(t *testing.T) {
	k := newKept(t, map[string]string{"a.py": "bad()\n"})
	k.opts.Severity = map[string]analyzer.Severity{}
	s, err := newSession(t.Context(), k.opts)
	if err != nil {
		t.Fatal(err)
	}
	s.memory = s.newMemory(false)
	files, runs := seenKeys{nameOf(s.kind(false)): "none"}, seenKeys{s.memory.runKey(false): "none"}
	changed := func(path string) {
		if _, no := ofRuns()[rootOf(path)]; !no {
			files.add(t, nameOf(s.kind(false)), path)
		} else if files[nameOf(s.kind(false))] != "none" {
			t.Errorf("%s: what files come to is forgotten, though nothing of it rests on that", path)
		}
		runs.add(t, s.memory.runKey(false), path)
	}
	options := reflect.ValueOf(&s.opts).Elem()
	for i := range options.NumField() {
		name := options.Type().Field(i).Name
		switch {
		case ofNothing()[name] != "":
		case name == "DB":
			before := s.opts.DB
			if s.opts.DB, err = before.Overlay("my.tsv", []byte("operator\tstatus\tcondition\treason\talternative\naten::gelu\tsupported\n")); err != nil {
				t.Fatal(err)
			}
			changed("DB")
			s.opts.DB = before
		case name == "Rules":
			before := s.opts.Rules
			s.opts.Rules = append(slices.Clone(before), &analyzer.Rule{Code: "NRN902"})
			changed("Rules")
			s.opts.Rules = before
		default:
			vary(t, options.Field(i), name, changed)
		}
	}
	if len(runs) < 25 || len(files) < 10 {
		t.Errorf("only %d and %d changes were made", len(files), len(runs))
	}
}

// seenKeys are keys with the change that came to each.
type seenKeys map[string]string

func (s seenKeys) add(t *testing.T, key, path string) {
	t.Helper()
	if before, ok := s[key]; ok {
		t.Errorf("a change of %s comes to the key of %s", path, before)
	}
	s[key] = path
}

// rootOf is the option that a path leads into.
func rootOf(path string) string {
	end := slices.IndexFunc([]byte(path), func(c byte) bool { return c == '.' || c == '[' })
	if end < 0 {
		return path
	}
	return path[:end]
}

// vary changes each part of a value, one at a time, calls changed, and changes it
// back. Values that no key can hold are errors.
func vary(t *testing.T, v reflect.Value, path string, changed func(path string)) {
	t.Helper()
	if ofNothing()[path] != "" {
		return
	}
	before := reflect.New(v.Type()).Elem()
	before.Set(v)
	defer v.Set(before)
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			if !field.IsExported() {
				t.Errorf("%s.%s: no key holds a field that is not exported", path, field.Name)
				continue
			}
			vary(t, v.Field(i), path+"."+field.Name, changed)
		}
		return
	case reflect.Pointer:
		if !v.IsNil() {
			part := reflect.New(v.Type().Elem())
			part.Elem().Set(v.Elem())
			v.Set(part) // whoever else has it keeps it as it is
			vary(t, part.Elem(), path, changed)
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		vary(t, v.Index(0), path+"[0]", changed)
	case reflect.Map:
		elem := reflect.New(v.Type().Elem()).Elem()
		enter := func(path string) {
			v.Set(reflect.MakeMap(v.Type()))
			v.SetMapIndex(reflect.ValueOf("k"), elem)
			changed(path)
		}
		enter(path)
		vary(t, elem, path+"[k]", enter)
		return
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(v.Int() + 1)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(v.Uint() + 1)
	case reflect.String:
		v.SetString(v.String() + "x")
	default:
		t.Errorf("%s: no key holds values of type %s; name the option in one of the lists of key.go, or what stands for it there", path, v.Type())
		return
	}
	changed(path)
}

// TestKeyListsAreOfOptions: what the lists leave out is an option, or a part of
// one, and stands in one list alone.
func TestKeyListsAreOfOptions(t *testing.T) {
	known := make(map[string]bool)
	for prefix, typ := range map[string]reflect.Type{"": reflect.TypeFor[Options](), "Cache.": reflect.TypeFor[Cache]()} {
		for i := range typ.NumField() {
			known[prefix+typ.Field(i).Name] = true
		}
	}
	for _, list := range []map[string]string{ofNothing(), ofRuns()} {
		for name, reason := range list {
			if !known[name] || reason == "" {
				t.Errorf("%q stands in two lists, is no option, or has no reason: %q", name, reason)
			}
			known[name] = false
		}
	}
}

// TestKeyHoldsTheJudgedFiles: the list as a whole is in the key, each with how it
// was found.
func TestKeyHoldsTheJudgedFiles(t *testing.T) {
	k := newKept(t, nil)
	s, err := newSession(t.Context(), k.opts)
	if err != nil {
		t.Fatal(err)
	}
	s.memory = s.newMemory(false)
	a, b := &fileResult{path: "a.py", name: "a.py"}, &fileResult{path: "b.py", name: "b.py"}
	seen := make(seenKeys)
	for what, files := range map[string][]*fileResult{
		"no file": nil, "the first": {a}, "the second": {b}, "both": {a, b},
		"one that is named":         {a, {path: "b.py", name: "b.py", named: true}},
		"one that is opened by way": {a, {path: "b.py", name: "./b.py"}},
	} {
		s.memory.found(files)
		seen.add(t, s.memory.runKey(false), what)
		seen.add(t, s.memory.runKey(true), what+", fixed")
	}
}
