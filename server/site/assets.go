package site

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"html/template"

	"github.com/farebox/farebox/server/discovery"
)

// The files of the pages.
var (
	//go:embed assets/site.css
	styleText []byte
	//go:embed assets/site.js
	scriptText []byte
	//go:embed assets/pay.js
	payText []byte
	//go:embed assets/try.js
	tryText []byte
	//go:embed assets/reference.css
	referenceStyle []byte
	//go:embed assets/reference.js
	referenceText []byte
	//go:embed assets/og.png
	ogImage []byte
	// viewerPacked is in Brotli's form. scripts/vendor writes it and the licences next to it.
	//go:embed vendor/scalar.js.br
	viewerPacked []byte
)

// foreverAge is a year in seconds: the name of a file changes with what is in it.
const foreverAge = 365 * 24 * 3600

// Paths of the files.
var (
	stylePath  = hashed("site", ".css", styleText)
	scriptPath = hashed("site", ".js", scriptText)
	payPath    = hashed("pay", ".js", payText)
	tryPath    = hashed("try", ".js", tryText)
	ogPath     = hashed("og", ".png", ogImage)

	referenceStylePath  = hashed("reference", ".css", referenceStyle)
	referenceScriptPath = hashed("reference", ".js", referenceText)
	viewerPath          = hashed("scalar", ".js", viewerPacked)
)

func hashed(name, extension string, body []byte) string {
	sum := sha256.Sum256(body)
	return assetsPath + name + "-" + hex.EncodeToString(sum[:6]) + extension
}

// assets are the files by their paths.
func assets() map[string]discovery.Document {
	files := map[string]discovery.Document{}
	for path, file := range map[string]struct {
		kind string
		body []byte
	}{
		stylePath:  {"text/css; charset=utf-8", styleText},
		scriptPath: {"text/javascript; charset=utf-8", scriptText},
		payPath:    {"text/javascript; charset=utf-8", payText},
		tryPath:    {"text/javascript; charset=utf-8", tryText},
		ogPath:     {"image/png", ogImage},

		referenceStylePath:  {"text/css; charset=utf-8", referenceStyle},
		referenceScriptPath: {"text/javascript; charset=utf-8", referenceText},
	} {
		document := discovery.NewDocument(file.kind, file.body, foreverAge)
		document.Immutable = true
		files[path] = document
	}
	viewer := discovery.NewPackedDocument("text/javascript; charset=utf-8", viewerPacked, foreverAge)
	viewer.Immutable = true
	files[viewerPath] = viewer
	return files
}

//go:embed *.html
var templateFiles embed.FS

var templates = template.Must(template.ParseFS(templateFiles, "*.html"))

// frame is what every page has around its own part.
type frame struct {
	Service     discovery.Service
	Title       string
	Description string
	Path        string // of the page below the origin; its canonical URL
	Markdown    string // path of the same page for agents; empty when there is none
	Task        string // that routes were searched for
	Style       string
	Script      string
	Scripts     []string // paths of what this page runs besides
	Image       string
}

func (s *Site) frame(title, description, path string) frame {
	return frame{
		Service:     s.service,
		Title:       title,
		Description: description,
		Path:        path,
		Style:       stylePath,
		Script:      scriptPath,
		Image:       ogPath,
	}
}

func render(name string, data any) ([]byte, error) {
	var out bytes.Buffer
	if err := templates.ExecuteTemplate(&out, name, data); err != nil {
		return nil, fmt.Errorf("page %s: %w", name, err)
	}
	return out.Bytes(), nil
}

// sitemap is the site map (sitemaps.org protocol 0.9) of all pages.
func (s *Site) sitemap() []byte {
	var out bytes.Buffer
	out.WriteString(xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for _, path := range append([]string{"/"}, s.paths...) {
		out.WriteString("<url><loc>")
		xml.EscapeText(&out, []byte(s.service.PublicBaseURL+path)) // into memory, which does not fail
		out.WriteString("</loc></url>\n")
	}
	out.WriteString("</urlset>\n")
	return out.Bytes()
}
