package farebox_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	farebox "github.com/farebox/farebox/sdk/go"
	"github.com/farebox/farebox/sdk/go/pay"
)

func TestBaseURLsThatAreNone(t *testing.T) {
	for _, bad := range []string{"", "api.farebox.test", "ftp://api.farebox.test", "https://", "https://%"} {
		if _, err := farebox.New(bad, nil); err == nil {
			t.Errorf("%q is taken for a base URL", bad)
		}
	}
}

// service is where a service runs that can be bought from, as farebox dev prints it, and the buyer's key. The tests of
// the service set them.
func service(t *testing.T) (url, key string) {
	t.Helper()
	url = os.Getenv("FAREBOX_URL")
	key = os.Getenv("FAREBOX_KEY")
	if url == "" || key == "" {
		t.Skip("FAREBOX_URL and FAREBOX_KEY name no service to buy from")
	}
	return url, key
}

// TestPurchase buys one answer from a service, asks for it again, and is refused what it may not have.
func TestPurchase(t *testing.T) {
	url, secret := service(t)
	key, err := pay.NewKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	wallet, err := pay.New(pay.Options{Wallet: key, MaxPerCallUSD: "0.01"})
	if err != nil {
		t.Fatal(err)
	}
	client, err := farebox.New(url, wallet.Client())
	if err != nil {
		t.Fatal(err)
	}

	params := &farebox.CryptoHashParams{Algo: farebox.CryptoHashParamsAlgoKeccak256, Input: "bought"}
	named := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Idempotency-Key", "the-first-purchase")
		return nil
	}
	answer, err := client.CryptoHashWithResponse(t.Context(), params, named)
	if err != nil {
		t.Fatal(err)
	}
	const hash = "0xe4105cb005f2c8a808f072f540e47693661ab60c3f12385f7d8b1228d721cf8e"
	if answer.JSON200 == nil || answer.JSON200.Hash != hash {
		t.Errorf("%s %s", answer.Status(), answer.Body)
	}
	first := pay.Of(answer.HTTPResponse)
	if first == nil || first.Transaction == "" || first.Payer != key.Address() || first.Replayed {
		t.Fatalf("%+v", first)
	}
	spent := wallet.SpentUSD()
	if spent != first.AmountUSD {
		t.Errorf("spent %s, the price is %s", spent, first.AmountUSD)
	}
	checkReceipt(t, url, first)

	answer, err = client.CryptoHashWithResponse(t.Context(), params, named)
	if err != nil {
		t.Fatal(err)
	}
	again := pay.Of(answer.HTTPResponse)
	if again == nil || !again.Replayed || again.Transaction != first.Transaction || wallet.SpentUSD() != spent {
		t.Errorf("%+v, spent %s", again, wallet.SpentUSD())
	}

	_, err = client.CryptoHashWithResponse(t.Context(), &farebox.CryptoHashParams{Algo: "md1", Input: "x"})
	var invalid *pay.InvalidInput
	if !errors.As(err, &invalid) || invalid.Field != "algo" || invalid.Charged != pay.NotCharged {
		t.Errorf("%v", err)
	}
	_, err = client.TipFiveDollarsWithResponse(t.Context())
	var over *pay.OverBudget
	if !errors.As(err, &over) || over.PriceUSD != "5" || wallet.SpentUSD() != spent {
		t.Errorf("%v, spent %s", err, wallet.SpentUSD())
	}
}

// checkReceipt holds the receipt against the keys that a seller publishes, where it signs any.
func checkReceipt(t *testing.T, url string, p *pay.Payment) {
	t.Helper()
	response, err := http.Get(url + "/.well-known/did.json")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	document, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		return
	}

	if p.Receipt == nil || p.ReceiptError != nil {
		t.Fatalf("%+v %v", p.Receipt, p.ReceiptError)
	}
	if !strings.Contains(string(document), p.Receipt.Signer) {
		t.Errorf("%s signed, %s", p.Receipt.Signer, document)
	}
}

// TestPurchaseWithoutAWalletIsQuoted: a plain client gets free routes, and the quote of the others.
func TestPurchaseWithoutAWalletIsQuoted(t *testing.T) {
	url, _ := service(t)
	client, err := farebox.New(url, nil)
	if err != nil {
		t.Fatal(err)
	}

	found, err := client.FindRoutesWithResponse(t.Context(), &farebox.FindRoutesParams{Q: "hash a text"})
	if err != nil {
		t.Fatal(err)
	}
	if found.JSON200 == nil || found.JSON200.Count == 0 {
		t.Errorf("%s %s", found.Status(), found.Body)
	}

	params := &farebox.CryptoHashParams{Algo: farebox.CryptoHashParamsAlgoSha256, Input: "x"}
	quoted, err := client.CryptoHashWithResponse(t.Context(), params)
	if err != nil {
		t.Fatal(err)
	}
	if quoted.StatusCode() != http.StatusPaymentRequired || quoted.JSON200 != nil {
		t.Errorf("%s %s", quoted.Status(), quoted.Body)
	}
}
