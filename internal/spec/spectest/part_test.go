package spectest_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/farebox/farebox/gen"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/spec/spectest"
)

// TestPartHasTheRoutesOfItsFamiliesAsTheWholeHasThem holds every operation of some families to that of the whole.
func TestPartHasTheRoutesOfItsFamiliesAsTheWholeHasThem(t *testing.T) {
	families := []string{"platform", "crypto", "kyb"}
	document, err := spectest.Part(gen.OpenAPI, families...)
	if err != nil {
		t.Fatal(err)
	}
	part, err := spec.Load(document)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := spec.Load(gen.OpenAPI)
	if err != nil {
		t.Fatal(err)
	}

	wanted := 0
	for _, family := range whole.Families {
		if family.Name != families[0] && family.Name != families[1] && family.Name != families[2] {
			continue
		}
		for _, op := range family.Operations {
			wanted++
			same, _ := part.Lookup(op.Method, op.Path)
			if same == nil {
				t.Errorf("%s is missing", op.Name())
				continue
			}
			if !reflect.DeepEqual(asJSON(t, same.Route.Operation), asJSON(t, op.Route.Operation)) {
				t.Errorf("%s is another", op.Name())
			}
			read := len(same.Inputs) == len(op.Inputs) && (same.Output == nil) == (op.Output == nil)
			if !read || same.Family != op.Family {
				t.Errorf("%s is read otherwise", op.Name())
			}
		}
	}
	if len(part.Operations) != wanted || len(part.Families) != len(families) {
		t.Errorf("%d operations of %d families, want %d", len(part.Operations), len(part.Families), wanted)
	}
}

func asJSON(t *testing.T, v any) (read any) {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	return read
}
