// Package domainlist holds large lists of domain names in little memory, and the blocklists and popularity ranks that the routes
// about domains ask. Five million names take 40 MB: of each name only a 64-bit hash under a random key is kept, so that two
// names are taken for one another once in some billions of lookups (5e6 in 2^64), and nobody can choose a name that is.
package domainlist

import (
	"cmp"
	"hash/maphash"
	"slices"
	"sort"
)

// Set is a set of host names. It is never changed once built, so any number of goroutines may read it.
type Set struct {
	seed   maphash.Seed
	hashes []uint64 // sorted
}

// SetBuilder collects the names of a Set.
type SetBuilder struct {
	seed   maphash.Seed
	hashes []uint64
}

// NewSetBuilder makes an empty builder.
func NewSetBuilder() *SetBuilder { return &SetBuilder{seed: maphash.MakeSeed()} }

// Add puts in a name, which has to be in the form that Normal gives.
func (b *SetBuilder) Add(name []byte) { b.hashes = append(b.hashes, maphash.Bytes(b.seed, name)) }

// Build makes the set, after which the builder is empty.
func (b *SetBuilder) Build() *Set {
	slices.Sort(b.hashes)
	kept := slices.Compact(b.hashes)
	s := &Set{seed: b.seed, hashes: kept}
	if cap(kept)-len(kept) > len(kept)/8 { // the growth of a slice leaves up to a quarter unused
		s.hashes = slices.Clone(kept)
	}
	*b = *NewSetBuilder()
	return s
}

// Len is the number of distinct names.
func (s *Set) Len() int { return len(s.hashes) }

// Has says whether a name in normal form is in the set.
func (s *Set) Has(name string) bool {
	_, found := slices.BinarySearch(s.hashes, maphash.String(s.seed, name))
	return found
}

// Ranks is a list of names by popularity. It is never changed once built.
type Ranks struct {
	seed   maphash.Seed
	hashes []uint64 // sorted
	ranks  []uint32 // of the same index
}

// RanksBuilder collects the names of Ranks.
type RanksBuilder struct {
	seed maphash.Seed
	rows []ranked
}

type ranked struct {
	hash uint64
	rank uint32
}

// NewRanksBuilder makes an empty builder.
func NewRanksBuilder() *RanksBuilder { return &RanksBuilder{seed: maphash.MakeSeed()} }

// Add puts in a name in normal form. Of several ranks of a name the best one counts.
func (b *RanksBuilder) Add(name []byte, rank uint32) {
	b.rows = append(b.rows, ranked{maphash.Bytes(b.seed, name), rank})
}

// Build makes the list, after which the builder is empty.
func (b *RanksBuilder) Build() *Ranks {
	slices.SortFunc(b.rows, func(x, y ranked) int { return cmp.Or(cmp.Compare(x.hash, y.hash), cmp.Compare(x.rank, y.rank)) })
	rows := slices.CompactFunc(b.rows, func(x, y ranked) bool { return x.hash == y.hash })
	r := &Ranks{
		seed:   b.seed,
		hashes: make([]uint64, len(rows)),
		ranks:  make([]uint32, len(rows)),
	}
	for i, row := range rows {
		r.hashes[i] = row.hash
		r.ranks[i] = row.rank
	}
	*b = *NewRanksBuilder()
	return r
}

// Len is the number of distinct names.
func (r *Ranks) Len() int { return len(r.hashes) }

// Rank is the rank of a name in normal form, from 1; false when it has none.
func (r *Ranks) Rank(name string) (int, bool) {
	h := maphash.String(r.seed, name)
	i := sort.Search(len(r.hashes), func(i int) bool { return r.hashes[i] >= h })
	if i == len(r.hashes) || r.hashes[i] != h {
		return 0, false
	}
	return int(r.ranks[i]), true
}
