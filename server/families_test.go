package server

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/server/platform"
)

// TestEveryGeneratedFamilyIsServed: the table has the families of gen/, each once, in the order of the alphabet.
func TestEveryGeneratedFamilyIsServed(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../gen/*/*.gen.go")
	if err != nil {
		t.Fatal(err)
	}
	var generated []string
	for _, file := range files {
		if name := filepath.Base(filepath.Dir(file)); name != "shared" {
			generated = append(generated, name)
		}
	}

	var served []string
	for _, f := range families {
		served = append(served, f.name)
	}

	if !slices.Equal(served, generated) {
		t.Errorf("families are\n%v, generated are\n%v", served, generated)
	}
}

// TestEveryFamilyServesTheRoutesOfItsName: a line of the table with another family's handlers would still make a
// complete service.
func TestEveryFamilyServesTheRoutesOfItsName(t *testing.T) {
	t.Parallel()
	s := start(t, nil, nil)
	from, err := newSources(s.server.parts)
	if err != nil {
		t.Fatal(err)
	}

	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			if f.name == platformFamily {
				f.make = func(*sources) (routes, error) {
					documents, err := s.server.platform()
					if err != nil {
						return nil, err
					}
					return platform.New(documents)
				}
			}
			handlers, err := f.make(from)
			if err != nil {
				t.Fatal(err)
			}
			router := echo.New()
			handlers.Register(router)

			var got []string
			for _, r := range router.Routes() {
				got = append(got, r.Method+" "+r.Path)
			}
			var want []string
			for _, op := range s.spec.Operations {
				if op.Family == f.name {
					want = append(want, op.Name())
				}
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("serves %s, the spec has %s", strings.Join(got, ", "), strings.Join(want, ", "))
			}
		})
	}
}
