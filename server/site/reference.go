package site

import (
	"context"

	"github.com/farebox/farebox/server/discovery"
)

// referencePath is the page of the viewer of the OpenAPI document, Scalar's API reference. Its script, which is above
// 4 MB, is embedded as scripts/vendor compressed it.
const referencePath = "/reference"

// referencePolicy is for that page alone: the viewer writes style sheets into the page and draws icons from data URLs.
const referencePolicy = "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; " +
	"img-src 'self' data:; font-src 'self' data:; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

func (s *Site) referencePage() ([]byte, error) {
	data := listData{
		frame: s.frame("Reference - "+s.service.Name,
			"Every route of "+s.service.Name+" with its inputs and answers, from its OpenAPI document.", referencePath),
		Heading: s.service.Name + " reference",
	}
	// The style of the other pages would upset the viewer's own. The first script sets the second up.
	data.Style = referenceStylePath
	data.Scripts = []string{referenceScriptPath, viewerPath}
	return render("reference.html", data)
}

// addReference enters the viewer's page. It has no Markdown: openapi.json is what agents read.
func (s *Site) addReference() {
	s.add(referencePath, s.referencePage, nil)
	made := s.pages[referencePath].html
	s.pages[referencePath].html = func(ctx context.Context) (discovery.Document, error) {
		document, err := made(ctx)
		document.Policy = referencePolicy
		return document, err
	}
}
