package dgtresor

import (
	"errors"
	"strings"
	"testing"
)

// TestWhatIsNoRegisterIsRefused: a page, half a file and a file without a date are no publication.
func TestWhatIsNoRegisterIsRefused(t *testing.T) {
	const whole = `{"Publications":{"DatePublication":"2026-11-19T07:26:40.8593026+01:00","PublicationDetail":[
		{"IdRegistre":1,"Nature":"Personne physique","Nom":"A","RegistreDetail":[]}]}}`
	if day, err := Read(strings.NewReader(whole), func(*Record) error { return nil }); err != nil || day.Day() != 19 {
		t.Errorf("the register of %v: %v", day, err)
	}

	for why, body := range map[string]string{
		"a page":    "<!doctype html><html><body>Maintenance</body></html>",
		"half":      whole[:len(whole)/2],
		"no date":   strings.Replace(whole, "DatePublication", "Date", 1),
		"no object": `[]`,
		"an error":  `{"title":"Service Unavailable","status":503}`,
	} {
		if _, err := Read(strings.NewReader(body), func(*Record) error { return nil }); err == nil {
			t.Errorf("%s was taken", why)
		}
	}

	stop := errors.New("enough")
	if _, err := Read(strings.NewReader(whole), func(*Record) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("the reader's own error: %v", err)
	}
}

// TestMeasuresOfTheUnionAreToldFromThoseOfFrance by the acts that they rest on.
func TestMeasuresOfTheUnionAreToldFromThoseOfFrance(t *testing.T) {
	for basis, want := range map[string]bool{
		"(UE) 2022/332 du 25/02/2022 (UE Ukraine intégrité territoriale - R (UE) 269/2014)": true,
		"UE Biélorussie - R (CE) 765/2006":                                                  true,
		"ONU Yemen - RCSNU 2140 (2014) et R (UE) 1352/2014":                                 true,
		"Arrêté du 3 mars 2025 (art L. 562-2 du code monétaire et financier)":               false,
		"": false,
	} {
		r := Record{Fields: []Field{{Kind: "FONDEMENT_JURIDIQUE", Values: []Value{{Basis: basis}}}}}
		if got := r.OfUnion(); got != want {
			t.Errorf("%q: %v", basis, got)
		}
	}
	for text, want := range map[string]string{" EU.7890.86": "EU.7890.86", "UE.1.2": "EU.1.2", "2022/1 du 3/4/2022": "", "/": ""} {
		if got := ReferenceOfUnion(text); got != want {
			t.Errorf("%q is %q", text, got)
		}
	}
}
