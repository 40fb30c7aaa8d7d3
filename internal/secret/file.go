package secret

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// FileName is the file in the data directory with a secret that the service generated itself.
const FileName = "server.secret"

// Load reads the secret in dir, or generates one there, readable only by its owner. If several processes do so at
// once, one generates it and the others read it.
func Load(dir string) (Secret, error) {
	path := filepath.Join(dir, FileName)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := create(dir, path); err != nil {
			return Secret{}, fmt.Errorf("make a server secret: %w", err)
		}
		text, err = os.ReadFile(path)
	}
	if err != nil {
		return Secret{}, fmt.Errorf("read the server secret: %w", err)
	}

	s, err := Parse(string(text))
	if err != nil {
		return Secret{}, fmt.Errorf("%s %w", path, err)
	}
	return s, nil
}

// create writes the whole file before giving it its name, so that nobody reads half a secret.
func create(dir, path string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	next, err := os.CreateTemp(dir, FileName+"-") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(next.Name()) // the leftover, or the second name of the new file

	var random [MinBytes]byte
	rand.Read(random[:]) // never fails
	_, err = next.WriteString(hex.EncodeToString(random[:]) + "\n")
	if err := errors.Join(err, next.Sync(), next.Close()); err != nil {
		return err
	}

	if err := os.Link(next.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
