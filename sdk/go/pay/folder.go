package pay

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Folder is a [ChannelStore] that keeps each channel in a file of the folder, which is made when it is needed. One
// process at a time should use it with a wallet.
type Folder string

// Load is the content of the channel's file; nil when there is none.
func (f Folder) Load(id string) ([]byte, error) {
	state, err := os.ReadFile(f.file(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return state, err
}

// Save replaces the channel's file.
func (f Folder) Save(id string, state []byte) error {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return err
	}
	fresh, err := os.CreateTemp(string(f), ".channel-*")
	if err != nil {
		return err
	}
	_, err = fresh.Write(state)
	if err := errors.Join(err, fresh.Close()); err != nil {
		return errors.Join(err, os.Remove(fresh.Name()))
	}
	return os.Rename(fresh.Name(), f.file(id))
}

func (f Folder) file(id string) string { return filepath.Join(string(f), id+".json") }
