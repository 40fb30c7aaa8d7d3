package discovery

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"
)

// Assets are files of pages by their paths. A path has a hash of its file, which may so be kept for good.
type Assets map[string]Document

// year is in seconds.
const year = 365 * 24 * 3600

var assetTypes = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".png": "image/png",
}

// Add adds a file, and gives its path below folder.
func (a Assets) Add(folder, name string, body []byte) string {
	return a.add(folder, name, body, NewDocument)
}

// AddPacked adds a file in Brotli form.
func (a Assets) AddPacked(folder, name string, packed []byte) string {
	return a.add(folder, name, packed, NewPackedDocument)
}

func (a Assets) add(folder, name string, body []byte, document func(string, []byte, int) Document) string {
	sum := sha256.Sum256(body)
	extension := path.Ext(name)
	at := folder + strings.TrimSuffix(name, extension) + "-" + hex.EncodeToString(sum[:6]) + extension
	d := document(assetTypes[extension], body, year)
	d.Immutable = true
	a[at] = d
	return at
}
