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
	"os"
	"path/filepath"
	"strings"
	"time"
)

// On disk a dataset is a directory of versions, each a directory with the files and a manifest, and a file "current"
// that names the one in use. A version is complete before it is named, so that a crash at any moment leaves the last one.
const (
	currentName  = "current"
	manifestName = "manifest.json"
	leftover     = 24 * time.Hour // older unfinished downloads belong to no process that is still at it
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

// currentVersion is the directory in use and its manifest, "" when there is none.
func currentVersion(dir string) (string, manifest, error) {
	var meta manifest
	name, err := os.ReadFile(filepath.Join(dir, currentName))
	if errors.Is(err, fs.ErrNotExist) {
		return "", meta, nil
	}
	if err != nil {
		return "", meta, fmt.Errorf("finding the version in use: %w", err)
	}
	path := filepath.Join(dir, filepath.Base(strings.TrimSpace(string(name))))
	raw, err := os.ReadFile(filepath.Join(path, manifestName))
	if err != nil {
		return "", meta, fmt.Errorf("reading the manifest: %w", err)
	}
	if err := json.Unmarshal(raw, &meta); err != nil {
		return "", meta, fmt.Errorf("reading the manifest: %w", err)
	}
	return path, meta, nil
}

// refresh downloads what has changed, and takes it over when it is to be believed.
func (d *Dataset[T]) refresh(ctx context.Context) error {
	if err := os.MkdirAll(d.dir, 0o755); err != nil {
		return fmt.Errorf("making the dataset's directory: %w", err)
	}
	next, err := os.MkdirTemp(d.dir, "next-")
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
	list, err := d.parse(next)
	if err != nil {
		return err
	}
	if err := d.believe(list, before); err != nil {
		return err
	}
	meta.Records = d.spec.Count(list)
	dir, err := d.keep(next, meta)
	if err != nil {
		return err
	}
	d.swap(list, meta, dir)
	d.pool.log.Info("dataset refreshed", "dataset", d.spec.Name, "records", meta.Records, "before", before)
	return nil
}

// inUse is the version that a 304 may confirm, "" when there is none: what is in memory and on disk has to be the same.
// Where another process that shares the directory has put a newer version there, that one is loaded first.
func (d *Dataset[T]) inUse() (meta manifest, dir string, records int) {
	onDisk, meta, err := currentVersion(d.dir)
	v := d.live.Load()
	if err == nil && onDisk != "" && v != nil && v.dir != onDisk && d.Load() == nil {
		v = d.live.Load()
	}
	if v == nil {
		return manifest{}, "", 0
	}
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
		if err := copyFile(filepath.Join(oldDir, f.Name), path); err != nil {
			return fileManifest{}, fmt.Errorf("taking over an unchanged file: %w", err)
		}
		return known, nil
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
	d.swap(d.live.Load().list, old, dir)
	return nil
}

// keep makes the downloaded directory the version in use, and returns where it then is.
func (d *Dataset[T]) keep(next string, meta manifest) (string, error) {
	if err := writeManifest(next, meta); err != nil {
		return "", err
	}
	name := meta.FetchedAt.UTC().Format("20060102T150405Z") + strings.TrimPrefix(filepath.Base(next), "next")
	dir := filepath.Join(d.dir, name)
	if err := os.Rename(next, dir); err != nil {
		return "", fmt.Errorf("keeping the download: %w", err)
	}
	if err := writeWhole(filepath.Join(d.dir, currentName), []byte(name)); err != nil {
		return "", fmt.Errorf("naming the version in use: %w", err)
	}
	if err := d.clean(name); err != nil { // costs disk, not the list
		d.pool.log.Warn("earlier dataset versions not removed", "dataset", d.spec.Name, "error", err)
	}
	return dir, nil
}

// clean removes all versions but the one called name, and downloads that were never finished.
func (d *Dataset[T]) clean(name string) error {
	entries, err := os.ReadDir(d.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !e.IsDir() || e.Name() == name {
			continue
		}
		if strings.HasPrefix(e.Name(), "next-") && time.Since(info.ModTime()) < leftover {
			continue // another process may be at it
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
	return errors.Join(err, dst.Close())
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
