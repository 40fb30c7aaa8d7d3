package ripestat

import (
	"errors"
	"net/http"
	"net/netip"
	"reflect"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func ask(t *testing.T, a upstreamtest.Answer) (*Overview, error) {
	t.Helper()
	a.URL = "https://stat.ripe.net/data/prefix-overview/data.json?resource=193.0.6.1&sourceapp=farebox"
	return New(upstreamtest.New(t, a).Pool(t, nil)).Prefix(t.Context(), netip.MustParseAddr("193.0.6.1"))
}

func TestPrefixesAndTheirNetworks(t *testing.T) {
	got, err := ask(t, upstreamtest.Answer{Body: `{"status":"ok","status_code":200,"data":{"announced":true,"resource":"193.0.0.0/21","asns":[{"asn":64500,"holder":"TEAPOT-AS Teapots,NL"}]}}`})
	if want := (&Overview{true, "193.0.0.0/21", []Origin{{64500, "TEAPOT-AS Teapots,NL"}}}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	got, err = ask(t, upstreamtest.Answer{Body: `{"status":"ok","data":{"announced":false,"resource":"193.0.6.1","asns":[]}}`})
	if err != nil || got.Announced || len(got.ASNs) != 0 {
		t.Errorf("nobody announces it: %+v, %v", got, err)
	}
	for name, c := range map[string]struct {
		answer upstreamtest.Answer
		want   upstream.Kind
	}{
		"an error inside 200": {upstreamtest.Answer{Body: `{"status":"error","data":{}}`}, upstream.BadResponse},
		"in maintenance":      {upstreamtest.Answer{Body: `{"status":"ok","data_call_status":"maintenance","data":{"announced":true,"resource":"193.0.0.0/21","asns":[]}}`}, upstream.BadResponse},
		"no data":             {upstreamtest.Answer{Body: `{"status":"ok"}`}, upstream.BadResponse},
		"garbage":             {upstreamtest.Answer{Body: `<html>`}, upstream.BadResponse},
		"limited":             {upstreamtest.Answer{Status: http.StatusTooManyRequests, Header: map[string]string{"Retry-After": "900"}}, upstream.RateLimited},
		"down":                {upstreamtest.Answer{Status: http.StatusBadGateway}, upstream.Unavailable},
	} {
		if _, err := ask(t, c.answer); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

func TestRealSample(t *testing.T) {
	body := samples.Read(t, "ripestat/prefix-overview_193.0.6.1.json")
	got, err := ask(t, upstreamtest.Answer{Body: string(body)})
	if err != nil || !got.Announced || got.Resource != "193.0.0.0/21" || len(got.ASNs) != 1 || got.ASNs[0].ASN != 3333 {
		t.Errorf("%+v, %v", got, err)
	}
}
