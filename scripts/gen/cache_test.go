package main

import (
	"errors"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// TestCodeIsMadeAgainWhenWhatItFollowsFromChanged: and only then.
func TestCodeIsMadeAgainWhenWhatItFollowsFromChanged(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	demo := func(summary string) family {
		return family{
			name: "demo",
			doc: &openapi3.T{
				OpenAPI: "3.0.3",
				Info:    &openapi3.Info{Title: summary},
				Paths:   openapi3.NewPaths(),
			},
		}
	}

	for _, c := range []struct {
		why     string
		summary string
		shared  string
		again   bool
	}{
		{"the first time", "a", "x", true},
		{"nothing has changed", "a", "x", false},
		{"the family has", "b", "x", true},
		{"the shared shapes have", "b", "y", true},
		{"nothing again", "b", "y", false},
		{"what was before is not kept beside the newest", "a", "x", true},
	} {
		kept, err := newCache(folder, []byte(c.shared))
		if err != nil {
			t.Fatal(err)
		}
		made := false
		want := c.summary + c.shared
		code, err := kept.codeOf(demo(c.summary), func(family) (output, error) {
			made = true
			return output{"demo.go": []byte(want)}, nil
		})
		if err != nil || made != c.again || string(code["demo.go"]) != want {
			t.Errorf("%s: made %t, %q, %v", c.why, made, code["demo.go"], err)
		}
	}
}

func TestCodeThatCouldNotBeMadeIsNotKept(t *testing.T) {
	t.Parallel()
	kept, err := newCache(t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	f := family{
		name: "demo",
		doc:  &openapi3.T{Paths: openapi3.NewPaths()},
	}
	broken := errors.New("broken")
	if _, err := kept.codeOf(f, func(family) (output, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Fatal(err)
	}
	code, err := kept.codeOf(f, func(family) (output, error) { return output{"a": []byte("b")}, nil })
	if err != nil || string(code["a"]) != "b" {
		t.Errorf("%v, %v", code, err)
	}
}
