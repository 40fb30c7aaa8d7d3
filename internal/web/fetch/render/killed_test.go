package render_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/internal/web/fetch/render"
)

// TestBrowserEndsWithAServiceThatIsKilled: this test runs itself again as the service, and kills that while its
// browser is up. Then nothing can clean up, but the browser sees its pipe end.
func TestBrowserEndsWithAServiceThatIsKilled(t *testing.T) {
	if os.Getenv("RENDER_TEST_SERVICE") != "" {
		r := serve(t, render.Options{}, html(map[string]string{"/": "text"}))
		wantBody(t, render1(t, r, "/"), "text")
		fmt.Println("\nready")
		time.Sleep(time.Hour) // until it is killed
		return
	}
	needBrowser(t)
	dir, err := os.MkdirTemp(tempBase, "r")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	t.Setenv("TMPDIR", dir)
	service := exec.Command(os.Args[0], "-test.run=^TestBrowserEndsWithAServiceThatIsKilled$")
	service.Env = append(os.Environ(), "RENDER_TEST_SERVICE=1")
	out, err := service.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := service.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() && lines.Text() != "ready" {
	}
	if len(browserProcesses(t)) < 2 {
		t.Error("the browser's processes are not found, so nothing is shown by none being left")
	}
	_ = service.Process.Kill()
	_ = service.Wait()
	await.Until(t, "the browser's end", func() bool { return len(browserProcesses(t)) == 0 })
}
