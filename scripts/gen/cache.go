package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// cacheFolder is for code that was generated before. It is no part of the repository.
const cacheFolder = "bin/gen"

// cache keeps the code of families under the hash of all that it follows from: the family's spec, what it shares with
// others, and this program with its libraries. So nothing in it is ever wrong, and what is not there is made again.
type cache struct {
	folder string
	common []byte // hash of what all families have in common
}

// newCache is the cache for this program and for the shapes that families share.
func newCache(folder string, shared []byte) (*cache, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	program, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}

	common := sha256.New()
	for _, part := range [][]byte{program, shared} {
		sum := sha256.Sum256(part)
		common.Write(sum[:])
	}
	return &cache{
		folder: folder,
		common: common.Sum(nil),
	}, nil
}

// codeOf is the code of a family: that of before, or what make gives. Of each family one version is kept. A nil cache
// keeps nothing.
func (c *cache) codeOf(f family, make func(family) (output, error)) (output, error) {
	if c == nil {
		return make(f)
	}
	doc, err := f.doc.MarshalJSON()
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(append(append([]byte(nil), c.common...), doc...))
	key := hex.EncodeToString(sum[:])

	file := filepath.Join(c.folder, f.name+".json")
	var kept struct {
		Key  string
		Code output
	}
	if text, err := os.ReadFile(file); err == nil && json.Unmarshal(text, &kept) == nil && kept.Key == key {
		return kept.Code, nil
	}

	kept.Key = key
	if kept.Code, err = make(f); err != nil {
		return nil, err
	}
	text, err := json.Marshal(kept)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(c.folder, 0o755); err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	return kept.Code, os.WriteFile(file, text, 0o644)
}
