package farebox_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	farebox "github.com/farebox/farebox/sdk/go"
	"github.com/farebox/farebox/sdk/go/pay"
)

// A hundred calls by channel: the first puts 0.15 USD into it, the others are signatures, and what is left comes back.
func Example_byChannel() {
	err := hashByChannel(context.Background(), os.Getenv("FAREBOX_URL"), os.Getenv("FAREBOX_KEY"), "channels")
	if err != nil {
		log.Fatal(err)
	}
}

func hashByChannel(ctx context.Context, url, secret, folder string) error {
	key, err := pay.NewKey(secret)
	if err != nil {
		return err
	}
	wallet, err := pay.New(pay.Options{
		Wallet:     key,
		BudgetUSD:  "1",
		DepositUSD: "0.15",
		Channels:   pay.Folder(folder), // so that the next run goes on with the same channel
	})
	if err != nil {
		return err
	}
	client, err := farebox.New(url, wallet.Client())
	if err != nil {
		return err
	}

	for i := range 100 {
		params := farebox.CryptoHashParams{Algo: "keccak256", Input: fmt.Sprint("call ", i)}
		answer, err := client.CryptoHash(ctx, params)
		if err != nil {
			return err // says what it cost
		}
		fmt.Println(answer.Data.Hash, answer.Payment.ChargedUSD, answer.Payment.LeftUSD)
	}

	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/crypto/hash?algo=keccak256&input=x", nil)
	if err != nil {
		return err
	}
	left, err := wallet.Refund(request)
	if err != nil {
		return err
	}
	fmt.Println("given back:", left.AmountUSD, left.Transaction)
	return nil
}
