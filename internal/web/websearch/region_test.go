package websearch

import "testing"

func TestRegionThatNoEngineKnowsIsRefused(t *testing.T) {
	for _, unknown := range []string{
		"zz-zz", "zz-en", "us-zz", "xx-en", "aa-en", "eu-en", "su-ru", "dd-de", "yu-sr", "un-en", "us-xx", "us-eng",
		"qq-qq", "wt-en", "ct-ca", "xl-es",
	} {
		if r, ok := ParseRegion(unknown); ok {
			t.Errorf("%s: %+v", unknown, r)
		}
	}
	for _, known := range []string{
		"us-en", "uk-en", "gb-en", "de-de", "br-pt", "jp-jp", "kr-kr", "tw-tzh", "hk-tzh", "cn-zh", "il-he", "il-iw",
		"id-id", "no-no", "no-nb", "gr-el", "cz-cs", "ua-uk", "ph-tl", "ph-en", "za-en", "me-sr", "rs-sr", "xk-sq",
		"pr-es", "wt-wt",
	} {
		if r, ok := ParseRegion(known); !ok {
			t.Errorf("%s: %+v", known, r)
		}
	}
}
