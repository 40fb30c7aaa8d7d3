package cve

import (
	"errors"
	"testing"

	gen "github.com/farebox/farebox/gen/cve"
	"github.com/farebox/farebox/internal/problem"
)

// FuzzPackageURL: whatever the text, it is a target with all its parts or a 400 that names the input.
func FuzzPackageURL(f *testing.F) {
	for _, s := range []string{"pkg:npm/%40scope/name@1.2.3", "pkg:golang/github.com/A/b@v1.0.0?x=y#z", "pkg:maven/g/a@1", "pkg:pypi/a@1!2", "pkg:/", "pkg:npm", "%", "pkg:npm/a@1@2", "PKG:NPM/a@1.0.0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, link string) {
		target, err := readTarget(gen.CVEScanParams{Purl: &link})
		var p *problem.Problem
		switch {
		case err == nil && (target.pkg == "" || target.text == "" || target.osv == "" || target.version.String() == ""):
			t.Errorf("%q: %+v", link, target)
		case err != nil && (!errors.As(err, &p) || p.Status != 400 || p.Field == ""):
			t.Errorf("%q: %v", link, err)
		}
	})
}

// FuzzVector: whatever the text, a vector that is read has a score from 0 to 10.
func FuzzVector(f *testing.F) {
	for _, s := range []string{v2, v30, v31, v40, "CVSS:3.1/AV:N", "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N/E:A", "(" + v2 + ")", "/:/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if v, ok := readVector(text); ok && (!(v.base >= 0 && v.base <= 10) || severityOf(v.base, v.version) == "") {
			t.Errorf("%q: %v", text, v)
		}
	})
}
