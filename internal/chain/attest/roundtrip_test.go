package attest

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func anySnapshot(t *rapid.T) Snapshot {
	return Snapshot{
		FinalURL: rapid.StringMatching(`https://[a-z]{1,20}\.example/[a-zA-Z0-9/?=&%é]{0,40}`).Draw(t, "url"), HTTPStatus: rapid.Uint16Range(100, 599).Draw(t, "status"),
		ContentType: rapid.SampledFrom([]string{"", "text/html", "text/plain; charset=utf-8"}).Draw(t, "type"), ContentLength: rapid.Uint64Range(0, 20<<20).Draw(t, "length"),
		SHA256: sha256.Sum256(rapid.SliceOf(rapid.Byte()).Draw(t, "body")), FetchedAt: rapid.Uint64Range(1, 1<<40).Draw(t, "at"),
		UpstreamHost: rapid.StringMatching(`[a-z]{1,20}\.example`).Draw(t, "host"),
	}
}

// bothForms signs a snapshot in the two forms, as JSON.
func bothForms(t *rapid.T, snapshot Snapshot) map[string]map[string]any {
	s := testSigner(t)
	typed, err := s.EIP712(snapshot)
	if err != nil {
		t.Fatal(err)
	}
	offchain, err := s.EASOffchain(snapshot, [32]byte(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "salt")))
	if err != nil {
		t.Fatal(err)
	}
	return map[string]map[string]any{StandardEIP712: asJSON(t, typed), StandardEASv2: asJSON(t, offchain)}
}

// TestWhatIsSignedVerifies: for any snapshot both forms are valid, by the signer, and state its hash.
func TestWhatIsSignedVerifies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		snapshot := anySnapshot(t)
		for standard, attestation := range bothForms(t, snapshot) {
			r, err := Verify(attestation)
			if err != nil {
				t.Fatalf("%s: %v", standard, err)
			}
			if !r.Valid || r.Standard != standard || *r.Signer != testSigner(t).Address() || r.SHA256 == nil || *r.SHA256 != snapshot.SHA256 || len(r.Notes) != 0 {
				t.Fatalf("%s: %+v", standard, r)
			}
		}
	})
}

// TestDataOfTheSchemaRoundTrips: the ABI data of a snapshot decodes to the snapshot, and no other data does.
func TestDataOfTheSchemaRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		snapshot := anySnapshot(t)
		data, err := snapshot.easData()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := snapshotFromData(data); err != nil || got != snapshot {
			t.Fatalf("got %+v, %v", got, err)
		}
		if _, err := snapshotFromData(append(data, make([]byte, 32)...)); err == nil {
			t.Fatal("data with something after its end was read")
		}
		if _, err := snapshotFromData(data[:len(data)-1]); err == nil {
			t.Fatal("truncated data was read")
		}
	})
}

// leaves are the paths of all scalar values in v, and of every list item.
func leaves(v any, at []string) [][]string {
	switch v := v.(type) {
	case map[string]any:
		var out [][]string
		for _, k := range slices.Sorted(maps.Keys(v)) {
			out = append(out, leaves(v[k], append(slices.Clone(at), k))...)
		}
		return out
	case []any:
		var out [][]string
		for i, item := range v {
			out = append(out, leaves(item, append(slices.Clone(at), fmt.Sprint(i)))...)
		}
		return out
	default:
		return [][]string{at}
	}
}

// edit replaces the value at path.
func edit(v any, path []string, change func(any) any) any {
	if len(path) == 0 {
		return change(v)
	}
	switch v := v.(type) {
	case map[string]any:
		v[path[0]] = edit(v[path[0]], path[1:], change)
	case []any:
		var i int
		if _, err := fmt.Sscan(path[0], &i); err == nil {
			v[i] = edit(v[i], path[1:], change)
		}
	}
	return v
}

// another is a value of the same kind that differs in one hex digit or one letter.
func another(t *rapid.T, v any) any {
	switch v := v.(type) {
	case bool:
		return !v
	case json.Number:
		n, err := v.Int64()
		if err != nil {
			t.Fatal(err)
		}
		return number(uint64(n + rapid.Int64Range(1, 50).Draw(t, "more")))
	case string:
		if v == "" {
			return "x"
		}
		at := rapid.IntRange(0, len(v)-1).Draw(t, "at")
		digits := "0123456789abcdef"
		if strings.HasPrefix(v, "0x") {
			at = rapid.IntRange(2, len(v)-1).Draw(t, "at")
		} else {
			digits = "xyzw"
		}
		old := strings.ToLower(v[at : at+1])
		with := rapid.SampledFrom(strings.Split(strings.ReplaceAll(digits, old, ""), "")).Draw(t, "with")
		return v[:at] + with + v[at+1:]
	}
	t.Fatalf("a leaf of kind %T", v)
	return nil
}

// TestAnyChangeMakesItInvalid changes each value of an attestation in turn: each change makes it invalid or
// malformed.
func TestAnyChangeMakesItInvalid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for standard, attestation := range bothForms(t, anySnapshot(t)) {
			for _, path := range leaves(attestation, nil) {
				changed := asJSON(t, attestation)
				edit(changed, path, func(v any) any { return another(t, v) })
				if r, err := Verify(changed); err == nil && r.Valid {
					t.Fatalf("%s: %s can be changed: %+v", standard, strings.Join(path, "."), r)
				}
			}
		}
	})
}

// TestSpoofedAttestationsAreInvalid: attestations with a valid signature and a wrong form.
func TestSpoofedAttestationsAreInvalid(t *testing.T) {
	for _, c := range []struct {
		why, code string
		old, new  string
	}{
		{"types that leave a member out", "types_unexpected", `{"name":"recipient","type":"address"},`, ``},
		{"primary type of another version", "types_unexpected", `"primaryType":"Attest"`, `"primaryType":"Attestation"`},
		{"member of another width", "types_unexpected", `"time","type":"uint64"`, `"time","type":"uint256"`},
		{"a second struct", "types_unexpected", `"types":{`, `"types":{"Other":[],`},
		{"domain of another name", "domain_unexpected", `"name":"EAS Attestation"`, `"name":"EAS"`},
		{"domain with a salt", "domain_unexpected", `"domain":{`, `"domain":{"salt":"` + zeroHash + `",`},
		{"versions that differ", "version_mismatch", `"sig":{"version":2`, `"sig":{"version":1`},
		{"uid of another message", "uid_mismatch", `"uid":"0x85`, `"uid":"0x86`},
		{"standard of another version", "standard_mismatch", `{"signer"`, `{"standard":"eas_offchain_v1","signer"`},
		{"high s", "signature_impossible", `"s":"0x22c1f437874575bf74936a7d1a114c789f2a53e7d986c2c46fa60b6ed43d7351"`, `"s":"0xdd3e0bc878ba8a408b6c9582e5eeb38619345c07dfc2dd0e8989b5da08f8cdf0"`},
		{"r beyond the order", "signature_impossible", `086528faabfc6eafc046c711577b603f0123e79383469abaedd9ff7ce38028fd`, strings.Repeat("f", 64)},
	} {
		t.Run(c.why, func(t *testing.T) {
			text := strings.Replace(sdkVersion2, c.old, c.new, 1)
			if text == sdkVersion2 {
				t.Fatal("nothing was edited")
			}
			r, err := Verify(decode(t, text))
			if err != nil {
				t.Fatal(err)
			}
			if r.Valid || !slices.ContainsFunc(r.Notes, func(n Note) bool { return n.Code == c.code }) {
				t.Errorf("got %+v, want %s", r, c.code)
			}
		})
	}
}
