package iprange

import (
	"cmp"
	"math"
	"net/netip"
	"slices"
	"sort"
)

// Builder collects the ranges of a Table. The zero value is ready for use.
type Builder[V comparable] struct {
	four   []row[four]
	six    []row[six]
	index  map[V]uint32
	values []V
}

// row is a range and the place of its value.
type row[K any] struct {
	first, last K
	value       uint32
}

// Add puts in a range, as Of, OfPrefix and Parse give it, and what is known about it. Equal values are kept once.
func (b *Builder[V]) Add(r Range, v V) {
	if b.index == nil {
		b.index = map[V]uint32{}
	}
	i, known := b.index[v]
	if !known {
		i = uint32(len(b.values))
		b.index[v] = i
		b.values = append(b.values, v)
	}
	if r.First.Is4() {
		b.four = append(b.four, row[four]{fourOf(r.First), fourOf(r.Last), i})
		return
	}
	b.six = append(b.six, row[six]{sixOf(r.First), sixOf(r.Last), i})
}

// Build makes the table, after which the builder is empty. Ranges may overlap: of those that hold an address the one that
// begins last counts, of these the shortest, of equal ones the one added last. For nested prefixes that is the most
// specific one.
func (b *Builder[V]) Build() *Table[V] {
	t := &Table[V]{
		values: b.values, ranges4: len(b.four), ranges6: len(b.six),
		four: cut(b.four, math.MaxUint32), six: cut(b.six, six{math.MaxUint64, math.MaxUint64}),
	}
	*b = Builder[V]{}
	return t
}

// pieces are ranges of one family that do not overlap, in order.
type pieces[K number[K]] struct {
	first, last []K
	value       []uint32 // index into the table's values
}

// cut makes pieces of ranges; end is the last address there is.
func cut[K number[K]](rows []row[K], end K) pieces[K] {
	slices.SortStableFunc(rows, func(x, y row[K]) int { return cmp.Or(x.first.compare(y.first), y.last.compare(x.last)) })
	p := pieces[K]{
		first: make([]K, 0, len(rows)),
		last:  make([]K, 0, len(rows)),
		value: make([]uint32, 0, len(rows)),
	}
	var open []row[K] // ranges that have begun, each of them after those below it
	var at K          // where the next piece begins

	// emit writes the pieces up to and including the address until.
	emit := func(until K) {
		for len(open) > 0 {
			top := open[len(open)-1]
			if top.last.compare(at) < 0 { // ended while another one lay over it
				open = open[:len(open)-1]
				continue
			}
			stop := until
			if top.last.compare(until) < 0 {
				stop = top.last
			}
			p.first = append(p.first, at)
			p.last = append(p.last, stop)
			p.value = append(p.value, top.value)
			if stop.compare(until) == 0 {
				return
			}
			at = stop.next()
		}
	}

	for _, r := range rows {
		if len(open) > 0 && r.first.compare(at) > 0 {
			emit(r.first.prev())
		}
		at = r.first
		open = append(open, r)
	}

	emit(end)
	return p
}

// find is the place of the piece that holds an address; false when none does.
func (p *pieces[K]) find(n K) (int, bool) {
	i := sort.Search(len(p.first), func(i int) bool { return p.first[i].compare(n) > 0 }) - 1
	return i, i >= 0 && p.last[i].compare(n) >= 0
}

// Table maps addresses to values. It is never changed once built, so any number of goroutines may read it.
type Table[V comparable] struct {
	four             pieces[four]
	six              pieces[six]
	values           []V
	ranges4, ranges6 int
}

// Len is the number of ranges that the table was built from.
func (t *Table[V]) Len() int { return t.ranges4 + t.ranges6 }

// Knows says whether the table has any range of the address's family.
func (t *Table[V]) Knows(a netip.Addr) bool {
	if plain(a).Is4() {
		return t.ranges4 > 0
	}
	return t.ranges6 > 0
}

// Lookup is what is known about the range that holds the address, and the part of that range around it that no other
// range overlaps. It is false when no range holds the address.
func (t *Table[V]) Lookup(a netip.Addr) (v V, r Range, found bool) {
	switch a = plain(a); {
	case a.Is4():
		return pick(t.values, &t.four, fourOf(a))
	case a.Is6():
		return pick(t.values, &t.six, sixOf(a))
	}
	return v, r, false
}

func pick[K number[K], V any](values []V, p *pieces[K], n K) (v V, r Range, found bool) {
	i, found := p.find(n)
	if !found {
		return v, r, false
	}
	return values[p.value[i]], Range{p.first[i].addr(), p.last[i].addr()}, true
}
