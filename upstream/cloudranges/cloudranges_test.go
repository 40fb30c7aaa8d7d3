package cloudranges

import (
	"strings"
	"testing"

	"github.com/farebox/farebox/upstream"
	"github.com/farebox/farebox/upstream/upstreamtest"
)

func TestFormsOfThePublishers(t *testing.T) {
	bodies := map[string]struct{ url, body, want string }{
		"aws-ranges":          {"https://ip-ranges.amazonaws.com/ip-ranges.json", `{"syncToken":"1","prefixes":[{"ip_prefix":"52.1.0.0/16","region":"x","service":"EC2"},{"ip_prefix":"52.1.2.3/32"}],"ipv6_prefixes":[{"ipv6_prefix":"2001:db8::/32"}]}`, "52.1.0.0/16 52.1.2.3/32"},
		"google-cloud-ranges": {"https://www.gstatic.com/ipranges/cloud.json", `{"prefixes":[{"ipv4Prefix":"34.80.0.0/15","scope":"x"},{"ipv6Prefix":"2001:db8::/32"}]}`, "34.80.0.0/15"},
		"cloudflare-ranges":   {"https://www.cloudflare.com/ips-v4/", "104.16.0.0/13\n104.24.0.0/14", "104.16.0.0/13 104.24.0.0/14"},
		"oracle-ranges":       {"https://docs.oracle.com/en-us/iaas/tools/public_ip_ranges.json", `{"regions":[{"region":"a","cidrs":[{"cidr":"130.61.0.0/16","tags":["OCI"]},{"cidr":"130.35.0.0/22"}]},{"region":"b","cidrs":[]}]}`, "130.61.0.0/16 130.35.0.0/22"},
		"digitalocean-ranges": {"https://www.digitalocean.com/geo/google.csv", "104.131.0.0/18,US,US-NY,New York,10011\n2001:db8::/48,NL,NL-NH,Amsterdam,1105\n", "104.131.0.0/18=US"},
		"linode-ranges":       {"https://geoip.linode.com/", "# comment\n139.162.128.0/19,DE,DE-HE,Frankfurt,\n139.162.1.1,,,,\n2001:db8::1,DE,,,\n", "139.162.128.0/19=DE 139.162.1.1/32"},
		"vultr-ranges":        {"https://geofeed.constant.com/?json=", `{"asn":64503,"subnets":[{"ip_prefix":"45.76.0.0/20","alpha2code":"us","region":"US-NJ"},{"ip_prefix":"2001:db8::/48","alpha2code":"US"}]}`, "45.76.0.0/20=US"},
		"apple-relay":         {"https://mask-api.icloud.com/egress-ip-ranges.csv", "104.30.10.0/31,GR,GR-I,Athens,\n2001:db8:7::/64,GB,GB-EN,London,\n", "104.30.10.0/31=GR"},
	}
	for _, f := range Feeds() {
		c, ok := bodies[f.Provider.Name]
		if !ok {
			t.Errorf("%s has no case", f.Provider.Name)
			continue
		}
		pool := upstreamtest.New(t, upstreamtest.Answer{URL: c.url, Body: c.body}).Pool(t, nil)
		resp, err := f.Request(pool.Client(f.Provider)).Do(t.Context())
		if err != nil {
			t.Errorf("%s: %v", f.Operator, err)
			continue
		}
		var got []string
		err = f.Read(strings.NewReader(string(resp.Body)), func(r Row) {
			text := r.Prefix.String()
			if r.Country != "" {
				text += "=" + r.Country
			}
			got = append(got, text)
		})
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, %v", f.Operator, got, err)
		}
		for _, garbage := range []string{"<!DOCTYPE html>\n<html>\n<p>", "503 Service Unavailable", "{"} {
			if err := f.Read(strings.NewReader(garbage), func(Row) {}); err == nil {
				t.Errorf("%s: %q was read", f.Operator, garbage)
			}
		}
		if upstream.Provider.Validate(f.Provider) != nil || f.Least < 1 {
			t.Errorf("%s: declaration", f.Operator)
		}
	}
}
