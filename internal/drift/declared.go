package drift

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync"

	"github.com/farebox/farebox/internal/upstream"
)

// readers are the types that pieces of JSON have been decoded into, by a hash of the piece without its blanks: an
// adapter may put others in their place. What a type declares decides whether a member may be missing, or null.
var readers = struct {
	sync.Mutex
	seed maphash.Seed
	of   map[uint64][]upstream.Reader
}{
	seed: maphash.MakeSeed(),
	of:   map[uint64][]upstream.Reader{},
}

// Watch begins to note them, for all calls of the process.
func Watch() {
	upstream.Watch(func(piece []byte, by upstream.Reader) {
		key := keyOf(piece)
		readers.Lock()
		defer readers.Unlock()
		if !slices.Contains(readers.of[key], by) {
			readers.of[key] = append(readers.of[key], by)
		}
	})
}

func keyOf(piece []byte) uint64 {
	var h maphash.Hash
	h.SetSeed(readers.seed)
	for _, b := range piece {
		if b > ' ' {
			_ = h.WriteByte(b)
		}
	}
	return h.Sum64()
}

func readersOf(piece []byte) []upstream.Reader {
	key := keyOf(piece)
	readers.Lock()
	defer readers.Unlock()
	return slices.Clone(readers.of[key])
}

// declared is what the nearest types around a member declare of it. If there are several, all have to.
func (m Member) declared() upstream.Declared {
	steps := strings.Split(m.Path, "/")
	for n := len(steps) - 1; n >= 0; n-- {
		all := upstream.Declared{
			Optional: true,
			Nullable: true,
			None:     true,
		}
		isKnown := false

		for _, r := range m.readers[strings.Join(steps[:n], "/")] {
			if d, knows := r.Member(steps[n:]); knows {
				isKnown = true
				all.Optional = all.Optional && d.Optional
				all.Nullable = all.Nullable && d.Nullable
				all.None = all.None && d.None
			}
		}

		if isKnown {
			return all
		}
	}
	return upstream.Declared{}
}
