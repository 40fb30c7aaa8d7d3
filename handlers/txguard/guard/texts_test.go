package guard

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// TestTextsAreWarnedOfByWhatTheyAreWorth to a site that they do not name.
func TestTextsAreWarnedOfByWhatTheyAreWorth(t *testing.T) {
	for _, c := range []struct {
		why, text string
		verdict   Verdict
	}{
		{"it says who signs", "I want to link my wallet to my chat account.\nNonce: 8d3ee5", Allow},
		{"it orders nothing from anybody", "Please sign this message to confirm your order.", Allow},
		{"it denies what others give", "This does not authorize any transaction and will never send funds. Code 7", Allow},
		{"it denies by what it gives", "This signature approves nothing and moves nothing.", Allow},
		{"a right", "I authorize this device to publish for me.", Warn},
		{"all of it", "Withdraw all my funds.", Warn},
		{"a right by another word", "I allow this device to act for me.", Warn},
		{"a right, and a limit that is denied", "With no limit I authorize this device to publish for me.", Warn},
		{"a right in another language", "我授权此设备代表我发布内容。", Warn},
		{"a sum that moves", "Send EUR 250.00 to DE89 3704 0044 0532 0130 00", Warn},
		{"a warning of other sites", "Only sign this request if you have started it.", Warn},
		{"keys", "Sign this message to generate your viewing keys.", Warn},
		{"the words of a key", "Submit your 12-word recovery phrase on the next page.", Warn},
		{"a warning of who asks for them", "Never share your recovery phrase. Code 7", Allow},
		{"data for a program", `{"intents": [{"intent": "swap"}]}`, Warn},
		{"it names another account", "Droppio asks for proof that you control " + spenderB, Allow},
		{"it names one for another site", "Show that you control " + spenderB, Warn},
		{"it names one that it gives a right", "On Droppio I authorize " + spenderB, Warn},
		{"a sign-in that has the site's name", "Droppio wants you to sign in with your Ethereum account:\n" + ownerA, Allow},
		{"one that has another's", "Shop wants you to sign in with your Ethereum account:\n" + ownerA, Block},
	} {
		t.Run(c.why, func(t *testing.T) {
			p := ParsePlain(c.text, PersonalSign)
			p.Signer = new(common.HexToAddress(ownerA))
			p.Origin = "https://droppio.example"
			e := engine(t)
			e.Judge(e.Message(network(t, "base"), p), accounts(nil), now).want(t, c.verdict)
		})
	}
}

// TestCallsBesideTheirSignerAreExecuted as the signer's; whose calls others are is not known.
func TestCallsBesideTheirSignerAreExecuted(t *testing.T) {
	for from, runs := range map[string]int{ownerA: 1, spenderB: 0} {
		p := parse(t, typed(t, map[string]string{"Relay": "address from,address to,bytes data"}, "Relay",
			map[string]any{"name": "Relay", "chainId": 8453, "verifyingContract": strangerC},
			map[string]any{"from": from, "to": usdcBase, "data": "0x12345678"}))
		p.Signer = new(common.HexToAddress(ownerA))
		if got := engine(t).Signature(network(t, "base"), p).Runs(); len(got) != runs {
			t.Errorf("%s: %d calls are executed, not %d", from, len(got), runs)
		}
	}
}

// TestUnreadableAddressesAreOneFinding however many a message has, and whatever else departs from the standard.
func TestUnreadableAddressesAreOneFinding(t *testing.T) {
	domain := map[string]any{"name": "List"}
	for i := range 60 {
		domain[fmt.Sprint("undeclared", i)] = 1
	}
	message := map[string]any{"accounts": []any{"a.eth", "b.eth", "c.eth"}}
	raw := typed(t, map[string]string{"List": "address[] accounts"}, "List", domain, message)

	e := engine(t)
	found := e.Judge(e.Signature(network(t, "base"), parse(t, raw)), accounts(nil), now).codes()
	found = slices.DeleteFunc(found, func(code string) bool { return code != unreadableAddress })
	if len(found) != 1 {
		t.Errorf("%d findings", len(found))
	}
}
