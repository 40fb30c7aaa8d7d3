package admin

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"path"
	"strings"

	"github.com/farebox/farebox/server/discovery"
)

// The files of the pages. uplot.js and uplot.css are dist/uPlot.iife.min.js and dist/uPlot.min.css of npm uplot 1.6.32
// (MIT, uplot.LICENSE), unchanged.
var (
	//go:embed *.html
	templateFiles embed.FS
	//go:embed assets/*.js assets/*.css
	assetFiles embed.FS
)

// assetAge is a year in seconds: the name of a file changes with what is in it.
const assetAge = 365 * 24 * 3600

// assetPaths are the paths of the files by their names, and assetDocuments the files by their paths.
var assetPaths, assetDocuments = loadAssets()

func loadAssets() (map[string]string, map[string]discovery.Document) {
	paths := map[string]string{}
	documents := map[string]discovery.Document{}
	kinds := map[string]string{
		".js":  "text/javascript; charset=utf-8",
		".css": "text/css; charset=utf-8",
	}
	for _, name := range []string{"admin.css", "admin.js", "uplot.css", "uplot.js"} {
		body, err := assetFiles.ReadFile("assets/" + name)
		if err != nil {
			panic(err) // it is embedded
		}

		sum := sha256.Sum256(body)
		extension := path.Ext(name)
		paths[name] = assetsPath + strings.TrimSuffix(name, extension) + "-" + hex.EncodeToString(sum[:6]) + extension

		document := discovery.NewDocument(kinds[extension], body, assetAge)
		document.Immutable = true
		documents[paths[name]] = document
	}
	return paths, documents
}

// asset sends a file. None says anything about the service.
func (d *Desk) asset(w http.ResponseWriter, r *http.Request) {
	document, known := assetDocuments[r.URL.Path]
	if !known {
		d.fail(w, http.StatusNotFound, "There is no such file.")
		return
	}
	if err := document.Write(w, discovery.ConditionsOf(r.Header)); err != nil {
		d.Log.Debug("dashboard", "file", r.URL.Path, "error", err)
	}
}
