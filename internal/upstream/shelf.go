package upstream

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/farebox/farebox/internal/upstream/objects"
)

// In the object store a list is a folder with its files, each named by the digest of its content, and an object
// "current" that lists them: the MAC of what follows in hex, a line feed, and a shelved as JSON. Files are written
// before "current", so that a process that dies at any moment leaves the last version in place.
const (
	shelfCurrent = "current"
	shelfFormat  = 1

	maxCurrent = 1 << 20 // bytes of such an object
	maxShelved = 4 << 30 // bytes of a file

	shelfLook     = 15 * time.Second // to read what is there, retries included
	shelfTransfer = 15 * time.Minute // to move the files of one version
	shelfMoves    = 4                // versions moved at the same time
	shelfPause    = 30 * time.Second // without questions after a failure
	shelfSkew     = 5 * time.Minute  // between the clocks of processes
	shelfLeftover = 2 * time.Hour    // nobody still reads an older file that "current" does not name
)

// Shelf is an object store for processes that have the same lists: one puts a version there, the others take it.
type Shelf struct {
	Objects objects.Store
	// Sign makes a MAC under a key that these processes share. Write access to the store alone is not enough to forge a
	// list.
	Sign func(parts ...[]byte) []byte
}

// stock is a Shelf as a pool uses it.
type stock struct {
	Shelf
	moves       chan struct{}
	pausedUntil atomic.Int64 // unix nanoseconds
	now         func() time.Time
}

// shelved is a version of a list as it is named in the object store.
type shelved struct {
	Format int    `json:"format"`
	List   string `json:"list"` // one list must not pass for another
	manifest

	mac string // identifies the version
}

var errAway = errors.New("the object store failed a moment ago")

func newStock(s *Shelf, now func() time.Time) *stock {
	if s == nil {
		return nil
	}
	return &stock{
		Shelf: *s,
		moves: make(chan struct{}, shelfMoves),
		now:   now,
	}
}

// look reads which version of a list is there; nil when there is none.
func (s *stock) look(ctx context.Context, list string) (*shelved, error) {
	var raw bytes.Buffer
	err := s.ask(ctx, shelfLook, func(ctx context.Context) error {
		raw.Reset()
		return s.Objects.Read(ctx, list+"/"+shelfCurrent, maxCurrent, &raw)
	})
	if errors.Is(err, objects.ErrNone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return s.open(list, raw.Bytes())
}

// move runs an operation that moves files; only a few run at the same time.
func (s *stock) move(ctx context.Context, op func(context.Context) error) error {
	select {
	case s.moves <- struct{}{}:
		defer func() { <-s.moves }()
		return s.ask(ctx, shelfTransfer, op)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// ask runs one operation on the store, unless the store has just failed. An operation that its caller ended is no
// failure.
func (s *stock) ask(ctx context.Context, longest time.Duration, op func(context.Context) error) error {
	if s.now().UnixNano() < s.pausedUntil.Load() {
		return errAway
	}
	bounded, cancel := context.WithTimeout(ctx, longest)
	defer cancel()

	err := op(bounded)
	refused := errors.Is(err, errRefused) || errors.Is(err, objects.ErrNone) || errors.Is(err, objects.ErrTooLong)
	if err != nil && !refused && !local(err) && ctx.Err() == nil {
		s.pausedUntil.Store(s.now().Add(shelfPause).UnixNano())
	}
	return err
}

// open checks the signature of a "current" object and reads it.
func (s *stock) open(list string, raw []byte) (*shelved, error) {
	mac, text, _ := bytes.Cut(raw, []byte("\n"))
	signed, err := hex.DecodeString(string(mac))
	if err != nil || !hmac.Equal(signed, s.Sign(text)) {
		return nil, fmt.Errorf("%w: the object store's version has a wrong signature", errRefused)
	}

	v := &shelved{mac: string(mac)}
	if err := json.Unmarshal(text, v); err != nil {
		return nil, fmt.Errorf("%w: the object store's version cannot be read: %w", errRefused, err)
	}

	switch {
	case v.Format != shelfFormat:
		return nil, fmt.Errorf("%w: the object store's version has format %d", errRefused, v.Format)
	case v.List != list:
		return nil, fmt.Errorf("%w: the object store has the list %q in its place", errRefused, v.List)
	case v.CheckedAt.After(s.now().Add(shelfSkew)):
		return nil, fmt.Errorf("%w: the object store's version is dated in the future", errRefused)
	}
	return v, nil
}

// put writes a version whose files are in dir. Files of known are there already.
func (s *stock) put(ctx context.Context, v shelved, dir string, known *shelved) error {
	there := known.digests()
	for _, name := range slices.Sorted(maps.Keys(v.Files)) {
		f := v.Files[name]
		if there[f.SHA256] {
			continue
		}
		if err := s.putFile(ctx, v.List, filepath.Join(dir, name), f); err != nil {
			return err
		}
	}

	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	raw := append(hex.AppendEncode(nil, s.Sign(text)), '\n')
	raw = append(raw, text...)
	return s.Objects.Write(ctx, v.List+"/"+shelfCurrent, bytes.NewReader(raw), int64(len(raw)))
}

// tidy removes files that v does not name and that nobody can still be reading.
func (s *stock) tidy(ctx context.Context, v shelved) error {
	ctx, cancel := context.WithTimeout(ctx, shelfLook)
	defer cancel()
	kept := v.digests()
	return s.Objects.Clean(ctx, v.List, s.now().Add(-shelfLeftover), func(name string) bool {
		return name == shelfCurrent || kept[name]
	})
}

func (s *stock) putFile(ctx context.Context, list, path string, f fileManifest) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return s.Objects.Write(ctx, list+"/"+f.SHA256, file, f.Size)
}

// get reads a file of a version to path, and refuses it when it is not the one that was put there.
func (s *stock) get(ctx context.Context, list string, f fileManifest, path string) error {
	if f.Size < 0 || f.Size > maxShelved {
		return fmt.Errorf("%w: a file of %d bytes in the object store", errRefused, f.Size)
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close() // the second close after the one that counts does nothing

	sum := sha256.New()
	err = s.Objects.Read(ctx, list+"/"+f.SHA256, f.Size, io.MultiWriter(file, sum))
	switch {
	case errors.Is(err, objects.ErrNone), errors.Is(err, objects.ErrTooLong):
		return fmt.Errorf("%w: a file in the object store: %w", errRefused, err)
	case err != nil:
		return err
	case hex.EncodeToString(sum.Sum(nil)) != f.SHA256:
		return fmt.Errorf("%w: a file in the object store is not what was put there", errRefused)
	}
	return errors.Join(file.Sync(), file.Close())
}

// digests are those of all files of the version, which may be nil.
func (v *shelved) digests() map[string]bool {
	all := map[string]bool{}
	if v == nil {
		return all
	}
	for _, f := range v.Files {
		all[f.SHA256] = true
	}
	return all
}
