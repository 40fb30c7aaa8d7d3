package cloudranges

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"

	"github.com/farebox/farebox/internal/upstream"
)

const (
	azureFiles = "files"      // the host that Azure's lists are on
	azureID    = "56519"      // of the download page "Azure IP Ranges and Service Tags - Public Cloud"
	azureTag   = "AzureCloud" // the service tag that stands for all public addresses of Azure's data centres
)

// azureLink is the address of a week's list, which changes with its date.
var azureLink = regexp.MustCompile(`https://download\.microsoft\.com/download/[0-9A-Za-z/_-]{1,200}/ServiceTags_Public_([0-9]{8})\.json`)

// azurePage is the request for the page that links the newest list.
func azurePage(c *upstream.Client) *upstream.Request {
	return c.Get("/details.aspx").Query("id", azureID)
}

// azureFile is the request for the newest list that the page links; nil after it.
func azureFile(c *upstream.Client, page []byte, pages int) (*upstream.Request, error) {
	if pages > 1 {
		return nil, nil
	}
	links := azureLink.FindAllSubmatch(page, -1)
	if len(links) == 0 {
		return nil, errors.New("the page links no list of service tags")
	}
	newest := slices.MaxFunc(links, func(a, b [][]byte) int { return slices.Compare(a[1], b[1]) })
	return c.Follow(string(newest[0])), nil
}

// readAzure reads the list, whose address is on a page that links it.
func readAzure(src io.Reader, each func(Row)) error {
	whole, err := io.ReadAll(src)
	if err != nil {
		return fmt.Errorf("list of ranges: %w", err)
	}

	if page := bytes.LastIndex(whole, []byte("</html>")); page >= 0 {
		whole = whole[page+len("</html>"):]
	}

	var list struct {
		Values []struct {
			Name       string `json:"name"`
			Properties struct {
				Prefixes []string `json:"addressPrefixes"`
			} `json:"properties"`
		} `json:"values"`
	}
	if err := json.Unmarshal(whole, &list); err != nil {
		return fmt.Errorf("list of ranges: %w", err)
	}

	for _, tag := range list.Values {
		if tag.Name != azureTag {
			continue // parts of the whole
		}
		for _, prefix := range tag.Properties.Prefixes {
			if !give(prefix, "", each) {
				return fmt.Errorf("list of ranges: %q is no prefix", prefix)
			}
		}
	}

	return nil
}
