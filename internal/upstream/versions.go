package upstream

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// On disk a list is a directory of versions, each a directory with the files and a manifest, and a file "current" that
// names the one in use. A version is complete before it is named, so that a crash at any moment leaves the last one.
const (
	currentFile  = "current"
	manifestName = "manifest.json"
	nextPrefix   = "next-"
	leftover     = 24 * time.Hour // no process is still at an older file that is not in use
)

// manifest goes with the files of a version.
type manifest struct {
	Records   int                     `json:"records"`
	FetchedAt time.Time               `json:"fetched_at"`
	CheckedAt time.Time               `json:"checked_at"`
	Files     map[string]fileManifest `json:"files"`
}

type fileManifest struct {
	Validators
	SHA256 string `json:"sha256"`
	Size   int64  `json:"size,omitempty"` // 0 in manifests of earlier releases
}

// modifiedAt is the earliest Last-Modified of the files, zero when one of them lacks it.
func (m manifest) modifiedAt() time.Time {
	var earliest time.Time
	for _, f := range m.Files {
		at, err := http.ParseTime(f.LastModified)
		if err != nil {
			return time.Time{}
		}
		if earliest.IsZero() || at.Before(earliest) {
			earliest = at.UTC()
		}
	}
	return earliest
}

// currentName is the name of the version in use, "" when there is none.
func currentName(dir string) (string, error) {
	name, err := os.ReadFile(filepath.Join(dir, currentFile))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("finding the version in use: %w", err)
	}
	plain := strings.TrimSpace(string(name))
	if plain == "" || plain != filepath.Base(plain) || strings.HasPrefix(plain, ".") {
		return "", nil // not written by us: as good as none
	}
	return plain, nil
}

// currentVersion is the directory in use and its manifest, "" when there is none.
func currentVersion(dir string) (string, manifest, error) {
	var meta manifest
	name, err := currentName(dir)
	if err != nil || name == "" {
		return "", meta, err
	}
	path := filepath.Join(dir, name)
	raw, err := os.ReadFile(filepath.Join(path, manifestName))
	if err != nil {
		return "", meta, fmt.Errorf("reading the manifest: %w", err)
	}
	if err := json.Unmarshal(raw, &meta); err != nil {
		return "", meta, fmt.Errorf("reading the manifest: %w", err)
	}
	return path, meta, nil
}

// fromProvider downloads the files that have changed, and puts the list into use if it passes the checks.
func (d *Dataset[T]) fromProvider(ctx context.Context) error {
	if err := d.clean(); err != nil { // costs disk, not the list
		d.pool.log.Warn("leftovers of a dataset not removed", "dataset", d.spec.Name, "error", err)
	}

	now := d.pool.now().Round(0) // a list ages while the machine sleeps
	meta := manifest{
		FetchedAt: now,
		CheckedAt: now,
		Files:     map[string]fileManifest{},
	}
	return d.take(meta, fromProvider, func(next string, was previous) error {
		for _, f := range d.spec.Files {
			got, err := d.download(ctx, f, was, filepath.Join(next, f.Name))
			if err != nil {
				return err
			}
			meta.Files[f.Name] = got
		}
		return nil
	})
}

// take makes a version of the files that fill puts into a new directory, and puts it into use if it passes the checks.
// If the files are those of the version in use, it confirms that one instead.
func (d *Dataset[T]) take(meta manifest, from string, fill func(next string, was previous) error) error {
	next, err := os.MkdirTemp(d.dir, nextPrefix)
	if err != nil {
		return fmt.Errorf("making a directory for the list: %w", err)
	}
	defer os.RemoveAll(next) // gone already when it became a version

	was, records := d.inUse()
	if err := fill(next, was); err != nil {
		return err
	}
	if was.has(meta) {
		return d.confirm(was, meta)
	}
	return d.parsing(func() error { return d.takeOver(next, meta, records, from) })
}

// takeOver puts a complete version into use, if it passes the checks.
func (d *Dataset[T]) takeOver(next string, meta manifest, before int, from string) error {
	list, err := d.parse(next)
	if err != nil {
		return err
	}
	err = cmp.Or(d.believe(list, before), d.notOlder(d.statedBy(list, meta, next)))
	if err != nil {
		d.close(list)
		return err
	}
	meta.Records = d.spec.Count(list)
	dir, err := d.keep(next, meta)
	if err != nil {
		d.close(list)
		return err
	}

	if list, err = d.moved(list, dir); err != nil {
		return err
	}
	d.swap(list, new(hold), meta, dir, from)
	d.pool.log.Info("dataset refreshed", "dataset", d.spec.Name, "records", meta.Records, "before", before,
		"from", from)
	return nil
}

// previous is the version that a new one replaces; dir is empty if there is none.
type previous struct {
	manifest
	dir string
}

// inUse is the version that a 304 may confirm: the one in memory, if it is also the one on disk. records counts those
// in memory.
func (d *Dataset[T]) inUse() (was previous, records int) {
	v := d.live.Load()
	if v == nil {
		return previous{}, 0
	}
	if name, err := currentName(d.dir); err != nil || v.dir != filepath.Join(d.dir, name) {
		return previous{}, v.meta.Records
	}
	return previous{manifest: v.meta, dir: v.dir}, v.meta.Records
}

// has says whether the version has the files of another one.
func (p previous) has(other manifest) bool {
	for name, f := range other.Files {
		if p.Files[name].SHA256 != f.SHA256 {
			return false
		}
	}
	return p.dir != ""
}

// copy puts a file of the version at path, if it is intact.
func (p previous) copy(name, path string) error {
	if err := copyFile(filepath.Join(p.dir, name), path); err != nil {
		return err
	}
	if _, err := intact(path, p.Files[name].SHA256); err != nil {
		return errors.Join(err, os.Remove(path)) // it may be a link to the damaged one
	}
	return nil
}

// download gets one file to path: from the provider, or from the version before if the provider has no newer one.
func (d *Dataset[T]) download(ctx context.Context, f File, was previous, path string) (fileManifest, error) {
	if f.Next != nil {
		return d.downloadPages(ctx, f, path)
	}
	known := was.Files[f.Name]
	request := f.Request(d.spec.Client)
	if known.SHA256 != "" {
		request = request.IfChanged(known.Validators)
	}
	resp, err := request.Download(ctx, path)
	if err != nil {
		return fileManifest{}, err
	}

	if resp.NotModified {
		err := was.copy(f.Name, path)
		if err == nil {
			return known, nil
		}
		d.pool.log.Warn("file of a dataset damaged on disk; downloading it again", "dataset", d.spec.Name, "error", err)
		return d.download(ctx, f, previous{}, path)
	}

	got, err := describe(path)
	got.Validators = resp.Validators()
	return got, err
}

// confirm notes that the version in use is still the newest.
func (d *Dataset[T]) confirm(was previous, checked manifest) error {
	meta := was.manifest
	meta.CheckedAt = checked.CheckedAt
	meta.Files = checked.Files
	if err := writeManifest(was.dir, meta); err != nil {
		return err
	}
	v := d.live.Load()
	d.swap(v.list, v.held, meta, was.dir, v.from)
	return nil
}

// keep renames a complete directory to a version and names it as the one in use. It removes the version that was in
// use. Others stay, because another process that shares the directory may be about to name one of them.
func (d *Dataset[T]) keep(next string, meta manifest) (string, error) {
	if err := writeManifest(next, meta); err != nil {
		return "", err
	}
	before, _ := currentName(d.dir) // what cannot be read cannot be removed, but replaced
	syncDir(next)
	name := meta.FetchedAt.UTC().Format("20060102T150405Z-") + strings.TrimPrefix(filepath.Base(next), nextPrefix)
	dir := filepath.Join(d.dir, name)
	if err := os.Rename(next, dir); err != nil {
		return "", fmt.Errorf("keeping the download: %w", err)
	}

	if err := writeWhole(filepath.Join(d.dir, currentFile), []byte(name)); err != nil {
		_ = os.RemoveAll(dir) // the disk may be full; the error that counts is the first
		return "", fmt.Errorf("naming the version in use: %w", err)
	}
	syncDir(d.dir) // before the version that is replaced goes
	if before != "" && before != name {
		if err := os.RemoveAll(filepath.Join(d.dir, before)); err != nil { // costs disk, not the list
			d.pool.log.Warn("earlier dataset version not removed", "dataset", d.spec.Name, "error", err)
		}
	}
	return dir, nil
}

// clean removes unfinished downloads and versions not in use that are so old that no process is still at them.
func (d *Dataset[T]) clean() error {
	current, err := currentName(d.dir)
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(d.dir)
	if err != nil {
		return err
	}

	for _, e := range entries {
		info, err := e.Info()
		if err != nil || e.Name() == current || e.Name() == currentFile || time.Since(info.ModTime()) < leftover {
			continue
		}
		if err := os.RemoveAll(filepath.Join(d.dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

func writeManifest(dir string, meta manifest) error {
	raw, err := json.MarshalIndent(meta, "", "  ")
	if err == nil {
		err = writeWhole(filepath.Join(dir, manifestName), raw)
	}
	if err != nil {
		return fmt.Errorf("writing the manifest: %w", err)
	}
	return nil
}

// writeWhole replaces the file at path in one step.
func writeWhole(path string, content []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+"-")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // gone already when it was renamed
	_, err = tmp.Write(content)
	if err := errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// syncDir puts the names in a directory on the disk, where the system can do that; it matters after a power failure
// only.
func syncDir(dir string) {
	if f, err := os.Open(dir); err == nil {
		_ = f.Sync()
		_ = f.Close()
	}
}

func copyFile(from, to string) error {
	if os.Link(from, to) == nil {
		return nil // versions are never written to, so that they may share a file
	}
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(dst, src)
	return errors.Join(err, dst.Sync(), dst.Close())
}

// errDamaged is a file that is not what its manifest says.
var errDamaged = errors.New("file is not as it was written")

// intact returns the size of the file at path, and an error if its digest is another one.
func intact(path, digest string) (size int64, err error) {
	f, err := describe(path)
	if err == nil && f.SHA256 != digest {
		err = errDamaged
	}
	return f.Size, err
}

// describe reads the file at path for its manifest.
func describe(path string) (fileManifest, error) {
	f, err := os.Open(path)
	if err != nil {
		return fileManifest{}, err
	}
	defer f.Close()
	sum := sha256.New()
	size, err := io.Copy(sum, f)
	if err != nil {
		return fileManifest{}, fmt.Errorf("reading a file of the list: %w", err)
	}
	return fileManifest{
		SHA256: hex.EncodeToString(sum.Sum(nil)),
		Size:   size,
	}, nil
}
