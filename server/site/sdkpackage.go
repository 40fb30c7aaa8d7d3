package site

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// packagePath is where npm installs the TypeScript SDK from, where the operator has the service hand it out. It stays
// the same over releases, because people write it into their package.json.
const packagePath = assetsPath + "farebox-sdk.tgz"

// packageName is the name in the SDK's package.json, by which programs import it.
const packageName = "@farebox/sdk"

// maxDescription bounds the package.json of a package, in bytes.
const maxDescription = 1 << 20

// checkPackage refuses a file that npm would not install as the SDK.
func checkPackage(packed []byte) error {
	unzipped, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return fmt.Errorf("the file is no package of npm: %w", err)
	}
	for files := tar.NewReader(unzipped); ; {
		file, err := files.Next()
		if errors.Is(err, io.EOF) {
			return errors.New("the file is no package of npm: it has no package.json")
		}
		if err != nil {
			return fmt.Errorf("the file is no package of npm: %w", err)
		}
		if file.Name != "package/package.json" {
			continue
		}

		var told struct {
			Name string `json:"name"`
		}
		if err := json.NewDecoder(io.LimitReader(files, maxDescription)).Decode(&told); err != nil {
			return fmt.Errorf("its package.json: %w", err)
		}
		if told.Name != packageName {
			return fmt.Errorf("it is the package %q, not %s", told.Name, packageName)
		}
		return nil
	}
}

// install is how a program gets what the snippets import.
func (s *Site) install() string {
	if s.hasSDK && s.kit.isOfOwnTS {
		return "npm install " + s.service.PublicBaseURL + packagePath + " viem"
	}
	return s.kit.install
}
