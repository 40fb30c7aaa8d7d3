package upstream

import (
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

// On disk a dataset is a directory of versions, each a directory with the files and a manifest, and a file "current"
// that names the one in use. A version is complete before it is named, so that a crash at any moment leaves the last one.
const (
	currentFile  = "current"
	manifestName = "manifest.json"
	nextPrefix   = "next-"
	leftover     = 24 * time.Hour // what is older and not in use belongs to no process that is still at it
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
}

// modifiedAt is the earliest of the files' times of change, zero when one of them has none that can be read.
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

// fromProvider downloads what has changed, and takes it over when it is to be believed.
func (d *Dataset[T]) fromProvider(ctx context.Context) error {
	if err := d.clean(); err != nil { // costs disk, not the list
		d.pool.log.Warn("leftovers of a dataset not removed", "dataset", d.spec.Name, "error", err)
	}
	next, err := os.MkdirTemp(d.dir, nextPrefix)
	if err != nil {
		return fmt.Errorf("making a directory for the download: %w", err)
	}
	defer os.RemoveAll(next) // gone already when it became a version

	old, oldDir, before := d.inUse()
	now := d.pool.now()
	meta := manifest{FetchedAt: now, CheckedAt: now, Files: map[string]fileManifest{}}
	changed := oldDir == ""
	for _, f := range d.spec.Files {
		known := fileManifest{}
		if oldDir != "" {
			known = old.Files[f.Name]
		}
		got, err := d.download(ctx, f, known, oldDir, filepath.Join(next, f.Name))
		if err != nil {
			return err
		}
		meta.Files[f.Name] = got
		changed = changed || got.SHA256 != known.SHA256
	}
	if !changed {
		return d.confirm(oldDir, old, meta)
	}
	return d.parsing(func() error { return d.takeOver(next, meta, before, fromProvider) })
}

// takeOver makes the list of a finished download the one in use, if it is to be believed.
func (d *Dataset[T]) takeOver(next string, meta manifest, before int, from string) error {
	list, err := d.parse(next)
	if err != nil {
		return err
	}
	if err := d.believe(list, before); err != nil {
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

// inUse is the version that a 304 may confirm, "" when there is none: what is in memory and on disk has to be the same.
func (d *Dataset[T]) inUse() (meta manifest, dir string, records int) {
	v := d.live.Load()
	if v == nil {
		return manifest{}, "", 0
	}
	onDisk, meta, err := currentVersion(d.dir)
	if err != nil || v.dir != onDisk {
		return manifest{}, "", v.meta.Records
	}
	return meta, onDisk, v.meta.Records
}

// download gets one file to path, or takes the known copy when the provider says that it still holds.
func (d *Dataset[T]) download(ctx context.Context, f File, known fileManifest, oldDir, path string) (fileManifest, error) {
	if f.Next != nil {
		return d.downloadPages(ctx, f, path)
	}
	request := f.Request(d.spec.Client)
	if known.SHA256 != "" {
		request = request.IfChanged(known.Validators)
	}
	resp, err := request.Download(ctx, path)
	if err != nil {
		return fileManifest{}, err
	}
	if resp.NotModified {
		err := copyFile(filepath.Join(oldDir, f.Name), path)
		if err == nil {
			err = intact(path, known)
		}
		if err == nil {
			return known, nil
		}
		d.pool.log.Warn("file of a dataset damaged on disk; downloading it anew", "dataset", d.spec.Name, "error", err)
		if err := os.RemoveAll(path); err != nil { // it may be a link to the damaged one
			return fileManifest{}, fmt.Errorf("dropping a damaged file: %w", err)
		}
		return d.download(ctx, f, fileManifest{}, "", path)
	}
	sum, err := fileSum(path)
	if err != nil {
		return fileManifest{}, fmt.Errorf("reading a downloaded file: %w", err)
	}
	return fileManifest{Validators: resp.Validators(), SHA256: sum}, nil
}

// confirm notes that the version in use is still the newest.
func (d *Dataset[T]) confirm(dir string, old, checked manifest) error {
	old.CheckedAt, old.Files = checked.CheckedAt, checked.Files
	if err := writeManifest(dir, old); err != nil {
		return err
	}
	v := d.live.Load()
	d.swap(v.list, v.held, old, dir, v.from)
	return nil
}

// keep makes the downloaded directory the version in use, and returns where it then is. The version that was in use until now is
// removed; others are left alone, because another process that shares the directory may be making one of them the current one
// at this moment.
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

// syncDir puts the names in a directory on the disk, where the system can do that; it matters after a power failure only.
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

// intact says whether the file at path is the one that was written.
func intact(path string, written fileManifest) error {
	sum, err := fileSum(path)
	if err == nil && sum != written.SHA256 {
		err = errDamaged
	}
	return err
}

func fileSum(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
