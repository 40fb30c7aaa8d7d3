package hazard

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/hazard/hazardtest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestErrorsOfTheEditions(t *testing.T) {
	const values = `{"request":{"status":"success"},"response":{"data":{%s}}}`
	inside := upstreamtest.Answer{URL: hazardtest.Areas, Body: hazardtest.LosAngeles}
	failed := `{"request":{"status":"error"},"response":"%s"}`
	cases := []struct {
		why    string
		answer upstreamtest.Answer
		status int
	}{
		{"outside as 400", upstreamtest.Answer{Status: 400, Body: fmt.Sprintf(failed, "outside the region")}, 404},
		{"outside as 500", upstreamtest.Answer{Status: 500, Body: fmt.Sprintf(failed, "no region found")}, 404},
		{"outside as 200", upstreamtest.Answer{Body: fmt.Sprintf(failed, "out of bounds")}, 404},
		{"another form", upstreamtest.Answer{Status: 400, Body: `{"status":"error","message":"not in bounds"}`}, 404},
		{"a failure", upstreamtest.Answer{Status: 500, Body: fmt.Sprintf(failed, "internal server error")}, 502},
		{"a refusal", upstreamtest.Answer{Status: 400, Body: fmt.Sprintf(failed, "Missing parameter")}, 502},
		{"a page", upstreamtest.Answer{Body: "<html>"}, 502},
		{"cut off", upstreamtest.Answer{Body: `{"request":{"sta`}, 502},
		{"below nothing", upstreamtest.Answer{Body: fmt.Sprintf(values, `"sms":-1,"sm1":1`)}, 502},
		{"500 g", upstreamtest.Answer{Body: fmt.Sprintf(values, `"sms":500,"sm1":1`)}, 502},
		{"no category", upstreamtest.Answer{Body: fmt.Sprintf(values, `"sms":1,"sm1":1,"sdc":"Q"`)}, 502},
		{"no data", upstreamtest.Answer{Body: `{"request":{"status":"success"},"response":{}}`}, 502},
		{"no values", upstreamtest.Answer{Body: `{"request":{"status":"success"},"response":{"data":{}}}`}, 502},
		{"too many requests", upstreamtest.Answer{Status: 429}, 503},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			c.answer.URL = hazardtest.Designs + "/*"
			s, _ := service(t, c.answer, inside)
			if status, got := s.Get("/hazard/seismic", point...); status != c.status {
				t.Errorf("%d %v", status, got)
			}
		})
	}

	design := upstreamtest.Answer{URL: hazardtest.Designs + "/*", Body: hazardtest.Design22}
	t.Run("Toronto, which the maps reach", func(t *testing.T) {
		s, _ := service(t, design, upstreamtest.Answer{URL: hazardtest.Areas, Body: `{"result":{"geographies":{}}}`})
		status, got := s.Get("/hazard/seismic", "lat", "43.65", "lon", "-79.38")
		if status != http.StatusNotFound || got["coverage"] != coverage {
			t.Errorf("%d %v", status, got)
		}
	})
	t.Run("the border not checked", func(t *testing.T) {
		s, _ := service(t, design, upstreamtest.Answer{URL: hazardtest.Areas, Status: 503})
		_, got := s.Get("/hazard/seismic", "lat", "34.0522", "lon", "-118.2437", "site_class", "C")
		handlertest.Holds(t, got, map[string]any{"partial": true, "location.county": nil, "sds": 1.53})
		if !strings.Contains(fmt.Sprint(got["notes"]), unchecked) {
			t.Errorf("%v", got["notes"])
		}
	})
}

func TestValuesThatAnEditionDoesNotGiveAreNull(t *testing.T) {
	body := `{"request":{"status":"success"},"response":{"data":{"ss":1.5,"s1":0.6,"sms":1.5,"sds":1,"fa":1,"fv":null,
"sm1":null,"sd1":null,"sdc":"null","pga":0.6,"pgam":0.66,"t-sub-l":12,"sdSpectrum":[[0,0.4],[0.2,1]]}}}`
	s, _ := service(t,
		upstreamtest.Answer{URL: hazardtest.Designs + "/asce7-16/calculate?riskCategory=IV&siteClass=D", Body: body},
		upstreamtest.Answer{URL: hazardtest.Areas, Body: hazardtest.LosAngeles},
	)
	_, got := s.Get("/hazard/seismic", append(point, "ref_doc", "asce7-16", "risk_category", "IV")...)
	handlertest.Holds(t, got, map[string]any{
		"ref_doc":             "asce7-16",
		"site_class":          "D",
		"fv":                  nil,
		"sm1":                 nil,
		"sd1":                 nil,
		"sdc":                 nil,
		"tl_s":                12,
		"pga":                 0.6,
		"spectrum.1.sa_g":     1,
		"spectrum.1.period_s": 0.2,
	})
	if !strings.Contains(fmt.Sprint(got["notes"]), "11.4.8") {
		t.Errorf("does not say why: %v", got["notes"])
	}
}
