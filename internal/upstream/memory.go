package upstream

import (
	"container/list"
	"context"
	"sync"
	"time"
)

// entryOverhead is what an item costs beside its key and value: list element, map slot and headers, roughly.
const entryOverhead = 256

// MemoryCache is a Cache in the process, bounded in bytes: the values not used for longest make room for new ones.
type MemoryCache struct {
	mu    sync.Mutex
	max   int64
	used  int64
	byUse *list.List // of *item, last used first
	items map[string]*list.Element
	now   func() time.Time
}

type item struct {
	key   string
	value []byte
	until time.Time
}

func (i *item) size() int64 { return int64(len(i.key)+len(i.value)) + entryOverhead }

// NewMemoryCache makes a cache of at most maxBytes; now is the clock that values expire by.
func NewMemoryCache(maxBytes int64, now func() time.Time) *MemoryCache {
	return &MemoryCache{
		max:   maxBytes,
		byUse: list.New(),
		items: map[string]*list.Element{},
		now:   now,
	}
}

// Get implements Cache.
func (m *MemoryCache) Get(_ context.Context, key string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	el, ok := m.items[key]
	if !ok {
		return nil, nil
	}
	it := el.Value.(*item)
	if !m.now().Before(it.until) {
		m.remove(el)
		return nil, nil
	}
	m.byUse.MoveToFront(el)
	return it.value, nil
}

// Set implements Cache. A value over an eighth of the whole cache is not kept: it would push out too much else.
func (m *MemoryCache) Set(_ context.Context, key string, value []byte, keep time.Duration) error {
	it := &item{
		key:   key,
		value: value,
		until: m.now().Add(keep),
	}

	m.mu.Lock()
	defer m.mu.Unlock()
	if el, ok := m.items[key]; ok {
		m.remove(el)
	}

	if keep <= 0 || it.size() > m.max/8 {
		return nil
	}
	m.items[key] = m.byUse.PushFront(it)
	m.used += it.size()

	for m.used > m.max {
		m.remove(m.byUse.Back())
	}
	return nil
}

// Delete implements Cache.
func (m *MemoryCache) Delete(_ context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if el, ok := m.items[key]; ok {
		m.remove(el)
	}
	return nil
}

// Used is the size of what is kept now, in bytes.
func (m *MemoryCache) Used() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.used
}

func (m *MemoryCache) remove(el *list.Element) {
	it := m.byUse.Remove(el).(*item)
	delete(m.items, it.key)
	m.used -= it.size()
}
