package admin

import (
	"embed"
	"net/http"

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

// assetPaths are the paths of the files by their names, and assets the files by their paths.
var assetPaths, assets = loadAssets()

func loadAssets() (map[string]string, discovery.Assets) {
	paths := map[string]string{}
	files := discovery.Assets{}
	for _, name := range []string{"admin.css", "admin.js", "uplot.css", "uplot.js"} {
		body, err := assetFiles.ReadFile("assets/" + name)
		if err != nil {
			panic(err) // it is embedded
		}
		paths[name] = files.Add(assetsPath, name, body)
	}
	return paths, files
}

// asset sends a file. None says anything about the service.
func (d *Desk) asset(w http.ResponseWriter, r *http.Request) {
	document, known := assets[r.URL.Path]
	if !known {
		d.fail(w, http.StatusNotFound, "There is no such file.")
		return
	}
	if err := document.Write(w, discovery.ConditionsOf(r.Header)); err != nil {
		d.Log.Debug("dashboard", "file", r.URL.Path, "error", err)
	}
}
