package upstream

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"
)

// Cache keeps answers under a key for a while. It may forget at any time. A MemoryCache is always there; a second,
// shared one (RedisCache) makes several processes ask a provider once.
type Cache interface {
	// Get returns nil without an error for a key that is not there.
	Get(ctx context.Context, key string) ([]byte, error)
	// Set keeps value, which must not be changed afterwards, for at most keep.
	Set(ctx context.Context, key string, value []byte, keep time.Duration) error
	// Delete forgets the key.
	Delete(ctx context.Context, key string) error
}

// sharedMaxBytes bounds a value of the shared cache; larger answers stay in the process.
const sharedMaxBytes = 4 << 20

// entry is a remembered answer. Its encoded form is one line of JSON, then the body.
type entry struct {
	Status    int           `json:"s"`
	Header    http.Header   `json:"h,omitempty"`
	FetchedAt time.Time     `json:"f"`           // when it came or was confirmed
	Age       time.Duration `json:"a,omitempty"` // at that time; see [ageOf]
	FreshTo   time.Time     `json:"t"`           // end of the TTL
	Missing   bool          `json:"m,omitempty"` // the provider said NotFound
	body      []byte
}

func (e *entry) encode() ([]byte, error) {
	head, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	out := make([]byte, 0, len(head)+1+len(e.body))
	out = append(append(out, head...), '\n')
	return append(out, e.body...), nil
}

// decodeEntry shares the body's memory with b.
func decodeEntry(b []byte) (*entry, error) {
	head, body, found := bytes.Cut(b, []byte{'\n'})
	if !found {
		return nil, errors.New("no header line")
	}
	e := &entry{body: body}
	if err := json.Unmarshal(head, e); err != nil {
		return nil, err
	}
	return e, nil
}

// layers are the process's own cache and, behind it, the shared one if there is one.
type layers struct {
	own    *MemoryCache
	shared Cache
	link   *link
	now    func() time.Time
}

// get looks in the process first. The shared cache is asked only when far is set.
func (l *layers) get(ctx context.Context, key string, far bool) *entry {
	raw, _ := l.own.Get(ctx, key) // never fails
	if e, err := decodeEntry(raw); raw != nil && err == nil {
		if !far || l.now().Before(e.FreshTo) {
			return e
		}
		if newer := l.fromShared(ctx, key); newer != nil && newer.FreshTo.After(e.FreshTo) {
			return newer
		}
		return e
	}
	if !far {
		return nil
	}
	return l.fromShared(ctx, key)
}

// fromShared also keeps a fresh answer in the process, so that the shared cache is asked for it once.
func (l *layers) fromShared(ctx context.Context, key string) *entry {
	var raw []byte
	l.ask(ctx, func(ctx context.Context) (err error) {
		raw, err = l.shared.Get(ctx, key)
		return err
	})
	if raw == nil {
		return nil
	}
	e, err := decodeEntry(raw)
	if err != nil {
		return nil // written by another version: as good as not there
	}
	if fresh := e.FreshTo.Sub(l.now()); fresh > 0 {
		_ = l.own.Set(ctx, key, raw, fresh) // never fails
	}
	return e
}

// put remembers e for keep in both.
func (l *layers) put(ctx context.Context, key string, e *entry, keep time.Duration) {
	raw, err := e.encode()
	if err != nil || keep <= 0 {
		return
	}
	_ = l.own.Set(ctx, key, raw, keep) // never fails
	if len(raw) <= sharedMaxBytes {
		l.ask(ctx, func(ctx context.Context) error { return l.shared.Set(ctx, key, raw, keep) })
	}
}

func (l *layers) drop(ctx context.Context, key string) {
	_ = l.own.Delete(ctx, key) // never fails
	l.ask(ctx, func(ctx context.Context) error { return l.shared.Delete(ctx, key) })
}

// ask runs one operation on the shared cache, if there is one.
func (l *layers) ask(ctx context.Context, op func(context.Context) error) {
	if l.shared != nil {
		l.link.ask(ctx, op)
	}
}
