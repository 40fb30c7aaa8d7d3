package server

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/textproto"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/spec/assortment"
	"github.com/farebox/farebox/server/resale"
)

// soldAPI is an entry of SELL.
type soldAPI struct {
	file     string
	document assortment.Sold
	origin   *url.URL
}

// familyName is what a file is called without its ending, to name a family by.
var familyName = regexp.MustCompile(`^[a-z][a-z0-9]{0,31}$`)

// soldAPIs are the entries of SELL, but for what their documents say.
func (c *Config) soldAPIs() ([]soldAPI, error) {
	var all []soldAPI
	for _, entry := range splitList(c.Sell) {
		api, err := parseSold(entry)
		if err != nil {
			return nil, fmt.Errorf("SELL %w", err)
		}
		if slices.ContainsFunc(all, func(other soldAPI) bool { return other.document.Name == api.document.Name }) {
			return nil, fmt.Errorf("SELL: %s is there twice", api.document.Name)
		}
		all = append(all, api)
	}
	return all, nil
}

// parseSold reads an entry but for its document.
func parseSold(entry string) (soldAPI, error) {
	file, address, found := strings.Cut(entry, "=")
	origin, err := url.Parse(address)
	if !found || err != nil || origin.Scheme != "http" && origin.Scheme != "https" || origin.Host == "" ||
		origin.User != nil || origin.RawQuery != "" || origin.Fragment != "" {
		return soldAPI{}, fmt.Errorf("must be files with where their services are, such as "+
			"shop.yaml=https://backend.internal, not %q", file)
	}

	base := filepath.Base(file)
	name := strings.TrimSuffix(base, filepath.Ext(base))
	if !familyName.MatchString(name) {
		return soldAPI{}, fmt.Errorf("names %s: a file is called as its family is, "+
			"a letter and then letters and digits, in lower case", base)
	}
	if slices.ContainsFunc(families, func(f family) bool { return f.name == name }) {
		return soldAPI{}, fmt.Errorf("names %s: the program has a family %s already, so call the file otherwise", base, name)
	}
	return soldAPI{
		file:   file,
		origin: origin,
		document: assortment.Sold{
			Name: name,
			File: assortment.File{Name: base},
		},
	}, nil
}

// shop calls the services of SELL.
func (c *Config) shop(now func() time.Time) (*resale.Shop, error) {
	sold, err := c.soldAPIs()
	if err != nil {
		return nil, err
	}
	var apis []resale.API
	for _, entry := range sold {
		api := resale.API{
			Name:   entry.document.Name,
			Origin: entry.origin,
		}
		upper := strings.ToUpper(api.Name)
		if api.Header, err = c.soldHeader("SELL_HEADERS_" + upper); err != nil {
			return nil, err
		}
		if api.TLS, err = c.soldTLS(upper); err != nil {
			return nil, err
		}
		apis = append(apis, api)
	}

	return resale.New(apis, resale.Options{
		SigningKey: []byte(c.SellKey),
		MaxAnswer:  c.SellAnswer << 20,
		StreamTime: c.SellStream,
		Now:        now,
	}), nil
}

// soldHeader reads the headers of a setting, one a line. No error quotes a value.
func (c *Config) soldHeader(setting string) (http.Header, error) {
	text, _ := c.lookup(setting)
	header := http.Header{}
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, value, found := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		if !found || value == "" || printable(value) != nil || headerText(name) != nil {
			return nil, fmt.Errorf("%s must have a header such as Authorization: Bearer abc on each line", setting)
		}
		header.Add(textproto.CanonicalMIMEHeaderKey(name), value)
	}
	return header, nil
}

// soldTLS reads the certificates of an API; nil when none are set.
func (c *Config) soldTLS(name string) (*tls.Config, error) {
	authorities, hasCA := c.lookup("SELL_CA_" + name)
	certificate, hasCert := c.lookup("SELL_CERT_" + name)
	key, hasKey := c.lookup("SELL_CERT_KEY_" + name)
	if !hasCA && !hasCert && !hasKey {
		return nil, nil
	}

	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if hasCA {
		text, err := os.ReadFile(authorities)
		if err != nil {
			return nil, fmt.Errorf("SELL_CA_%s: %w", name, err)
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("SELL_CA_%s: %s has no certificate in PEM", name, authorities)
		}
	}
	if hasCert != hasKey {
		return nil, fmt.Errorf("SELL_CERT_%s and SELL_CERT_KEY_%s go together", name, name)
	}
	if hasCert {
		pair, err := tls.LoadX509KeyPair(certificate, key)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("SELL_CERT_%s", name), err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}
