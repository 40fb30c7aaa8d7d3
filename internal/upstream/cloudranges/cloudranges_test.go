package cloudranges

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestFormsOfThePublishers(t *testing.T) {
	bodies := map[string]struct{ url, body, want string }{
		"aws-ranges": {"https://ip-ranges.amazonaws.com/ip-ranges.json", `{"syncToken":"1","prefixes":[{"ip_prefix":"52.1.0.0/16","region":"x","service":"EC2"},{"ip_prefix":"52.1.2.3/32"}],"ipv6_prefixes":[{"ipv6_prefix":"2001:db8::/32"}]}`, "52.1.0.0/16 52.1.2.3/32 2001:db8::/32"},
		"azure-ranges": {"https://www.microsoft.com/en-us/download/details.aspx?id=56519", "<html>\n<a href=\"x\">{\"changeNumber\": 1}</a>\n</html>\n" + `{
  "changeNumber": 377, "cloud": "Public", "values": [{"name": "ActionGroup", "properties": {"addressPrefixes": ["13.66.60.119/32"]}},
  {"name": "AzureCloud", "id": "AzureCloud", "properties": {"changeNumber": 101, "region": "", "addressPrefixes": ["13.64.0.0/16", "2603:1000::/40"], "systemService": ""}}]}` + "\n", "13.64.0.0/16 2603:1000::/40"},
		"google-cloud-ranges": {"https://www.gstatic.com/ipranges/cloud.json", `{"prefixes":[{"ipv4Prefix":"34.80.0.0/15","scope":"x"},{"ipv6Prefix":"2001:db8::/32"}]}`, "34.80.0.0/15 2001:db8::/32"},
		"cloudflare-ranges":   {"https://www.cloudflare.com/ips-v4/", "104.16.0.0/13\n104.24.0.0/14", "104.16.0.0/13 104.24.0.0/14"},
		"oracle-ranges":       {"https://docs.oracle.com/en-us/iaas/tools/public_ip_ranges.json", `{"regions":[{"region":"a","cidrs":[{"cidr":"130.61.0.0/16","tags":["OCI"]},{"cidr":"130.35.0.0/22"}]},{"region":"b","cidrs":[]}]}`, "130.61.0.0/16 130.35.0.0/22"},
		"digitalocean-ranges": {"https://www.digitalocean.com/geo/google.csv", "104.131.0.0/18,US,US-NY,New York,10011\n2001:db8::/48,NL,NL-NH,Amsterdam,1105\n", "104.131.0.0/18=US 2001:db8::/48=NL"},
		"linode-ranges":       {"https://geoip.linode.com/", "# comment\n139.162.128.0/19,DE,DE-HE,Frankfurt,\n139.162.1.1,,,,\n2001:db8::1,DE,,,\n", "139.162.128.0/19=DE 139.162.1.1/32 2001:db8::1/128=DE"},
		"vultr-ranges":        {"https://geofeed.constant.com/?json=", `{"asn":64503,"subnets":[{"ip_prefix":"45.76.0.0/20","alpha2code":"us","region":"US-NJ"},{"ip_prefix":"2001:db8::/48","alpha2code":"US"}]}`, "45.76.0.0/20=US 2001:db8::/48=US"},
		"apple-relay":         {"https://mask-api.icloud.com/egress-ip-ranges.csv", "104.30.10.0/31,GR,GR-I,Athens,\n2001:db8:7::/64,GB,GB-EN,London,\n", "104.30.10.0/31=GR 2001:db8:7::/64=GB"},
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

// TestDatesOfTheLists: the publishers' ways to write the day on which a list was made.
func TestDatesOfTheLists(t *testing.T) {
	heads := map[string]string{
		"aws-ranges":          "{\n  \"syncToken\": \"1795089785\",\n  \"createDate\": \"2026-11-19-12-03-05\",\n  \"prefixes\": []}",
		"azure-ranges":        "<a href=\"https://download.microsoft.com/download/7/1/d/7-b/ServiceTags_Public_20261119.json\">x</a></html>{}",
		"google-cloud-ranges": "{\n  \"syncToken\": \"1795052742583\",\n  \"creationTime\": \"2026-11-19T01:05:42.583377\",",
	}
	for _, f := range Feeds() {
		head, dated := heads[f.Provider.Name]
		if dated != (f.Stated != nil) || dated != (f.Lasts > 0) {
			t.Errorf("%s: %v, %v", f.Operator, f.Stated, f.Lasts)
		}
		if !dated {
			continue
		}
		at := upstream.DateIn(fstest.MapFS{"list": {Data: []byte(head)}}, "list", f.Stated, f.Layout)
		if at.UTC().Format(time.DateOnly) != "2026-11-19" {
			t.Errorf("%s: %v", f.Operator, at)
		}
	}
}

// TestNewestListOfAzureIsFollowed: the page links the week's list, on another host.
func TestNewestListOfAzureIsFollowed(t *testing.T) {
	const dir = "https://download.microsoft.com/download/7/1/d/71d8-b63/"
	c := upstreamtest.New(t, upstreamtest.Answer{URL: dir + "ServiceTags_Public_20261116.json", Body: "{}"}).Pool(t, nil).Client(Azure)
	page := `<a href="` + dir + `ServiceTags_Public_20261109.json">x</a> {"url":"` + dir + `ServiceTags_Public_20261116.json"} ` + dir + `ServiceTags_AzureGovernment_20261123.json`
	next, err := azureFile(c, []byte(page), 1)
	if err != nil || next == nil {
		t.Fatalf("%v, %v", next, err)
	}
	if _, err := next.Do(t.Context()); err != nil {
		t.Error(err)
	}
	if next, err := azureFile(c, []byte(`{"changeNumber":1}`), 2); next != nil || err != nil {
		t.Errorf("after the list: %v, %v", next, err)
	}
	for _, bad := range []string{"", "<html>busy</html>", "https://evil.example/download/ServiceTags_Public_20261116.json", "https://download.microsoft.com.evil.example/download/x/ServiceTags_Public_20261116.json"} {
		if next, err := azureFile(c, []byte(bad), 1); err == nil {
			t.Errorf("%q: %v", bad, next)
		}
	}
}
