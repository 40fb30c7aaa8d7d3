package iprange

import (
	"cmp"
	"slices"
	"sort"
)

// Builder collects the ranges of a Table. The zero value is ready for use.
type Builder[V comparable] struct {
	rows   []row
	index  map[V]uint32
	values []V
}

type row struct {
	Range
	value uint32
}

// Add puts in a range and what is known about it. Equal values are kept once.
func (b *Builder[V]) Add(r Range, v V) {
	if b.index == nil {
		b.index = map[V]uint32{}
	}
	i, known := b.index[v]
	if !known {
		i = uint32(len(b.values))
		b.index[v], b.values = i, append(b.values, v)
	}
	b.rows = append(b.rows, row{r, i})
}

// Build makes the table, after which the builder is empty. Ranges may overlap: of those that hold an address the one that
// begins last counts, of these the shortest, of equal ones the one added last. For nested prefixes that is the most
// specific one.
func (b *Builder[V]) Build() *Table[V] {
	rows := b.rows
	slices.SortStableFunc(rows, func(x, y row) int { return cmp.Or(cmp.Compare(x.First, y.First), cmp.Compare(y.Last, x.Last)) })
	t := &Table[V]{values: b.values, count: len(rows), first: make([]uint32, 0, len(rows)), last: make([]uint32, 0, len(rows)), value: make([]uint32, 0, len(rows))}
	var open []row // ranges that have begun, each of them after those below it
	at := uint64(0)
	// emit writes the pieces up to, not including, the address end.
	emit := func(end uint64) {
		for len(open) > 0 && at < end {
			top := open[len(open)-1]
			if uint64(top.Last) < at { // ended while another one lay over it
				open = open[:len(open)-1]
				continue
			}
			stop := min(uint64(top.Last), end-1)
			t.first, t.last, t.value = append(t.first, uint32(at)), append(t.last, uint32(stop)), append(t.value, top.value)
			at = stop + 1
		}
	}
	for _, r := range rows {
		emit(uint64(r.First))
		at = uint64(r.First)
		open = append(open, r)
	}
	emit(1 << 32)
	*b = Builder[V]{}
	return t
}

// Table maps addresses to values. It is never changed once built, so any number of goroutines may read it.
type Table[V comparable] struct {
	first, last, value []uint32 // pieces that do not overlap, in order; value is an index into values
	values             []V
	count              int
}

// Len is the number of ranges that the table was built from.
func (t *Table[V]) Len() int { return t.count }

// Lookup is what is known about the range that holds the address n, and the part of that range around n which no other
// range lies over; false when n is in none.
func (t *Table[V]) Lookup(n uint32) (V, Range, bool) {
	i := sort.Search(len(t.first), func(i int) bool { return t.first[i] > n }) - 1
	if i < 0 || t.last[i] < n {
		var none V
		return none, Range{}, false
	}
	return t.values[t.value[i]], Range{t.first[i], t.last[i]}, true
}
