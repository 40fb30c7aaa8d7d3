package fraud

import (
	"net/http"
	"testing"

	"github.com/farebox/farebox/handlers/fraud/fraudtest"
)

// TestAddressOutsideTheTableIsScoredByTheListsThereAre: nobody knows the network, but the lists of networks were asked.
func TestAddressOutsideTheTableIsScoredByTheListsThereAre(t *testing.T) {
	answers := fraudtest.Answers()
	for i, a := range answers {
		if a.Body == fraudtest.Drop {
			answers[i].Body = `{"cidr":"80.7.0.0/16","sblid":"SBL900009","rir":"ripencc"}`
		}
	}
	s := loaded(t, "", answers...)
	status, got := s.Get("/fraud/score", "ip", "80.7.7.7")
	d, _ := got["dimensions"].(map[string]any)
	network, _ := d["ip_network"].(map[string]any)
	if status != http.StatusOK || network["score"] != 0.0 || got["risk_score"] != 75.0 || got["risk_category"] != "critical" || got["partial"] != true {
		t.Errorf("%d %v", status, got)
	}
	status, got = s.Get("/fraud/ip", "ip", "80.7.7.7")
	if status != http.StatusOK || got["asn"] != nil || got["is_datacenter"] != nil || got["risk_score"] != 75.0 || got["risk_category"] != "critical" {
		t.Errorf("%d %v", status, got)
	}
}
