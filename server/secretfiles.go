package server

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
)

const (
	// fileSuffix makes of a secret's name the variable that names the file which holds it.
	fileSuffix = "_FILE"
	// maxSecretFile bounds such a file, in bytes. A longer one is something else that was named by mistake.
	maxSecretFile = 64 << 10
)

// addressPrefixes begin the names of settings that hold URLs, which often have keys in them.
var addressPrefixes = []string{"RPC_URL_", "PAYMENT_RPC_URL_"}

// secretFiles reads settings from an environment, in which a secret NAME may be the content of the file that NAME_FILE
// names: containers and systemd hand out secrets as files. NAME itself goes before.
type secretFiles struct {
	environment map[string]string

	mu     sync.Mutex
	texts  map[string]string // what was read, by NAME
	failed map[string]string // what could not be read, by NAME: a sentence for the operator
}

func newSecretFiles(environment map[string]string) *secretFiles {
	return &secretFiles{
		environment: environment,
		texts:       map[string]string{},
		failed:      map[string]string{},
	}
}

// get is the value of a setting that may be in a file. Each file is read once, so that a secret that is replaced while
// the process runs does not come into half of it.
func (f *secretFiles) get(name string) string {
	value := f.environment[name]
	path := f.environment[name+fileSuffix]
	if secret, fixed := secretSetting(name); value != "" || path == "" || fixed && !secret {
		return value
	}

	f.mu.Lock()
	defer f.mu.Unlock()
	if text, read := f.texts[name]; read {
		return text
	}
	text, err := readSecret(path)
	if err != nil {
		f.failed[name] = fmt.Sprintf("%s must name a file that the service may read and that holds %s: %v",
			name+fileSuffix, name, err)
	}
	f.texts[name] = text
	return text
}

// resolved is the environment with those settings whose names are known beforehand.
func (f *secretFiles) resolved() map[string]string {
	all := maps.Clone(f.environment)
	if all == nil {
		all = map[string]string{}
	}
	for name := range f.environment {
		base, isFile := strings.CutSuffix(name, fileSuffix)
		secret, _ := secretSetting(base)
		if isFile && (secret || hasAny(base, addressPrefixes)) && f.environment[base] == "" {
			all[base] = f.get(base)
			delete(all, name)
		}
	}
	return all
}

// wrong are the files that were asked for and could not be read, by name.
func (f *secretFiles) wrong() WrongSettings {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var wrong WrongSettings
	for _, name := range slices.Sorted(maps.Keys(f.failed)) {
		wrong = append(wrong, f.failed[name])
	}
	return wrong
}

// readSecret is the content of a file without the line break that editors and shells put at its end. No error holds
// anything of the content.
func readSecret(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", withoutOperation(err)
	}
	defer file.Close()

	content, err := io.ReadAll(io.LimitReader(file, maxSecretFile+1))
	if err != nil {
		return "", withoutOperation(err)
	}
	text := strings.TrimRight(string(content), "\r\n")
	switch {
	case len(content) > maxSecretFile:
		return "", fmt.Errorf("%s is longer than %d kB", path, maxSecretFile>>10)
	case text == "":
		return "", fmt.Errorf("%s is empty", path)
	}
	return text, nil
}

// withoutOperation is err as an operator reads it: the path and the reason.
func withoutOperation(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return fmt.Errorf("%s: %w", at.Path, at.Err)
	}
	return err
}

// secretSetting says whether name is a setting with a fixed name, and whether that is a secret.
func secretSetting(name string) (secret, fixed bool) {
	for f := range fields() {
		if f.Tag.Get("env") == name {
			return f.Tag.Get("secret") == "true", true
		}
	}
	return false, false
}

func hasAny(name string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}
