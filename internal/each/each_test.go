package each

import (
	"maps"
	"slices"
	"strconv"
	"testing"
)

func TestEachItemHasItsForm(t *testing.T) {
	if got := Of([]int{1, 2}, strconv.Itoa); !slices.Equal(got, []string{"1", "2"}) {
		t.Errorf("got %q", got)
	}
}

func TestAListWithoutItemsIsNotNil(t *testing.T) {
	if got := Of(nil, strconv.Itoa); got == nil || len(got) > 0 {
		t.Errorf("got %#v, want an empty list", got)
	}
}

func TestASetHasEachWordOnce(t *testing.T) {
	want := map[string]bool{"a": true, "b": true}
	if got := WordSet(" a b\n\ta "); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestOnceLeavesTheFirstOfEqualItems(t *testing.T) {
	if got := Once([]int{2, 1, 2, 3, 1}); !slices.Equal(got, []int{2, 1, 3}) {
		t.Errorf("got %v", got)
	}
}

func TestWhereLeavesItemsThatDoNotFit(t *testing.T) {
	odd := func(n int) bool { return n%2 == 1 }
	if got := Where([]int{1, 2, 3}, odd); !slices.Equal(got, []int{1, 3}) {
		t.Errorf("got %v", got)
	}
	if got := Where([]int{2}, odd); got != nil {
		t.Errorf("got %#v, want nil", got)
	}
}
