package server

import (
	"sync"
	"testing"

	"github.com/farebox/farebox/server/find"
)

// TestFirstSearchesShareOneIndex: the index is made at the first search, however many come at once.
func TestFirstSearchesShareOneIndex(t *testing.T) {
	whole := loadSpec()
	search := derivedOf(whole).search

	indexes := make([]*find.Index, 8)
	var all sync.WaitGroup
	for i := range indexes {
		all.Go(func() { indexes[i] = search() })
	}
	all.Wait()
	for _, index := range indexes {
		if index == nil || index != indexes[0] {
			t.Fatal("there are two indexes")
		}
	}
	if len(indexes[0].Find("sha256 of a text", 1)) == 0 {
		t.Error("the index finds nothing")
	}
}
