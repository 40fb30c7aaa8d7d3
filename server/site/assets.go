package site

import (
	"bytes"
	"embed"
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

// Paths of the files.
var (
	assets = discovery.Assets{} // by their paths

	stylePath  = assets.Add(assetsPath, "site.css", styleText)
	scriptPath = assets.Add(assetsPath, "site.js", scriptText)
	payPath    = assets.Add(assetsPath, "pay.js", payText)
	tryPath    = assets.Add(assetsPath, "try.js", tryText)
	ogPath     = assets.Add(assetsPath, "og.png", ogImage)

	referenceStylePath  = assets.Add(assetsPath, "reference.css", referenceStyle)
	referenceScriptPath = assets.Add(assetsPath, "reference.js", referenceText)
	viewerPath          = assets.AddPacked(assetsPath, "scalar.js", viewerPacked)
)

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
