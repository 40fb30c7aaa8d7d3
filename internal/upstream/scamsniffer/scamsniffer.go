// Package scamsniffer reads ScamSniffer's list of addresses that steal (github.com/scamsniffer/scam-database,
// GPL-3.0). The list is downloaded, never shipped.
//
// It stands still: its last change, of 2024-02-28, took an address out. Those of the daily all.json are as old. Between
// 2023-12 and 2026-09 they went from 4,613 to 4,607, with Permit2 and some that are broken among them.
package scamsniffer

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the list's repository.
var Provider = upstream.Provider{
	Name: "scamsniffer", BaseURL: "https://raw.githubusercontent.com/scamsniffer/scam-database/main", Docs: "https://github.com/scamsniffer/scam-database",
	Attribution: "ScamSniffer scam-database", Terms: "GPL-3.0", Checked: "recorded 2026-08; unchanged since 2024-02", RatePerMinute: 10, Timeout: 2 * time.Minute, MaxBytes: 16 << 20,
}

// New is the client of the provider.
func New(pool *upstream.Pool) *upstream.Client { return pool.Client(Provider) }

// Addresses is the download of the list: a JSON array of addresses.
func Addresses(c *upstream.Client) *upstream.Request { return c.Get("/blacklist/address.json") }

// lastKnown is the SHA-256 of the addresses of 2024-02-28, in order.
const lastKnown = "03b9bd41190c70eb74263db0bae64f38f0c4601fa8eb7da932be742b940b25c4"

// Changed is the day of the list's last change, zero for a list of other addresses: the list itself states no day.
func Changed(list map[common.Address]bool) time.Time {
	sum := sha256.New()
	for _, a := range slices.SortedFunc(maps.Keys(list), common.Address.Cmp) {
		sum.Write(a[:])
	}
	if hex.EncodeToString(sum.Sum(nil)) != lastKnown {
		return time.Time{}
	}
	return time.Date(2024, 2, 28, 0, 0, 0, 0, time.UTC)
}

// Read reads the list. What is not an EVM address is an error: the list has changed its form.
func Read(src io.Reader) (map[common.Address]bool, error) {
	var texts []string
	if err := json.NewDecoder(src).Decode(&texts); err != nil {
		return nil, fmt.Errorf("the address list: %w", err)
	}
	out := make(map[common.Address]bool, len(texts))
	for i, text := range texts {
		text = strings.TrimSpace(text)
		if !common.IsHexAddress(text) {
			return nil, fmt.Errorf("the address list: entry %d is not an address", i)
		}
		out[common.HexToAddress(text)] = true
	}
	return out, nil
}
