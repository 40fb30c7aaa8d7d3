package scamsniffer

import (
	"os"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/samples"
)

func TestListIsReadOrRefusedWhole(t *testing.T) {
	list, err := Read(strings.NewReader(`["0x00000000000000000000000000000000000ABCDE", "0x00000000000000000000000000000000000abcde"]`))
	if err != nil || len(list) != 1 || !list[common.HexToAddress("0xabcde")] {
		t.Errorf("%v %v", list, err)
	}
	for _, bad := range []string{`{}`, `["0x12"]`, `[5]`, ``, `["0x00000000000000000000000000000000000abcde"`} {
		if _, err := Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}

// TestRealSampleParses reads the recorded first addresses where they are.
func TestRealSampleParses(t *testing.T) {
	f, err := os.Open(samples.Path(t, "scamsniffer/address-first-20.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}()
	if list, err := Read(f); err != nil || len(list) != 20 {
		t.Errorf("%d %v", len(list), err)
	}
}
