// Command shop is a small API without a price, which scripts/shop/run.sh sells through Farebox. It prints the address
// that it listens on, and each call with the headers about its sale.
package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, "shop:", err)
		os.Exit(1)
	}
	fmt.Println("http://" + listener.Addr().String())

	prices := map[string]float64{
		"rose":  2.5,
		"tulip": 1.2,
	}
	routes := http.NewServeMux()
	routes.HandleFunc("GET /flowers/{name}", func(w http.ResponseWriter, r *http.Request) {
		price, known := prices[r.PathValue("name")]
		if !known {
			answer(w, http.StatusNotFound, map[string]any{"error": "no such flower"})
			return
		}
		answer(w, http.StatusOK, map[string]any{"name": r.PathValue("name"), "price_eur": price})
	})
	routes.HandleFunc("GET /flowers/{name}/prices", func(w http.ResponseWriter, r *http.Request) {
		watch(w, prices[r.PathValue("name")])
	})
	routes.HandleFunc("POST /orders", func(w http.ResponseWriter, r *http.Request) {
		var order struct{ Flowers []string }
		if err := json.NewDecoder(r.Body).Decode(&order); err != nil {
			answer(w, http.StatusBadRequest, map[string]any{"error": err.Error()})
			return
		}
		answer(w, http.StatusCreated, map[string]any{"ordered": order.Flowers})
	})

	server := http.Server{
		Handler:           told(routes),
		ReadHeaderTimeout: 5 * time.Second,
	}
	fmt.Fprintln(os.Stderr, "shop:", server.Serve(listener))
}

// watch sends three prices, one after the other.
func watch(w http.ResponseWriter, price float64) {
	w.Header().Set("Content-Type", "text/event-stream")
	for range 3 {
		fmt.Fprintf(w, "data: {\"price_eur\":%.2f}\n\n", price)
		if err := http.NewResponseController(w).Flush(); err != nil {
			return
		}
		time.Sleep(200 * time.Millisecond)
		price *= 1.01
	}
}

// told prints who bought what.
func told(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Printf("%s %s for %s USD, paid by %s\n", r.Method, r.URL.Path, r.Header.Get("X-Farebox-Price"),
			r.Header.Get("X-Farebox-Payer"))
		next.ServeHTTP(w, r)
	})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(body); err != nil {
		fmt.Fprintln(os.Stderr, "shop:", err)
	}
}
