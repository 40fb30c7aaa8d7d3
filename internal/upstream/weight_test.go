package upstream

import (
	"reflect"
	"strings"
	"sync"
	"testing"
)

// See breaker for what it would cost. sync.Map is made of generic types of the standard library.
func TestNoTypeHereLeadsToGenericTypesOfLibraries(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var follow func(at reflect.Type, path string)
	follow = func(at reflect.Type, path string) {
		if seen[at] {
			return
		}
		seen[at] = true
		path += " > " + at.String()
		ours := strings.HasPrefix(at.PkgPath(), "github.com/farebox/") || strings.HasPrefix(at.PkgPath(), "sync/atomic")
		generic := at.Kind() == reflect.Struct && strings.Contains(at.Name(), "[") && !ours
		if generic || at == reflect.TypeFor[sync.Map]() {
			t.Error(path)
			return
		}

		switch at.Kind() {
		case reflect.Map:
			follow(at.Key(), path)
			follow(at.Elem(), path)
		case reflect.Array, reflect.Chan, reflect.Pointer, reflect.Slice:
			follow(at.Elem(), path)
		case reflect.Struct:
			for i := range at.NumField() {
				follow(at.Field(i).Type, path)
			}
		case reflect.Func:
			for i := range at.NumIn() {
				follow(at.In(i), path)
			}
			for i := range at.NumOut() {
				follow(at.Out(i), path)
			}
		case reflect.Interface:
			for i := range at.NumMethod() {
				follow(at.Method(i).Type, path)
			}
		}
	}

	for _, entry := range []reflect.Type{
		reflect.TypeFor[Pool](),
		reflect.TypeFor[Client](),
		reflect.TypeFor[RedisCache](),
		reflect.TypeFor[Fleet](),
		reflect.TypeFor[Dataset[string]](),
	} {
		follow(entry, "")
	}
	if len(seen) < 50 {
		t.Errorf("only %d types were followed", len(seen))
	}
}
