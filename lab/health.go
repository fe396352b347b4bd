package main

import (
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/service"
)

const aboutHealth = `
Usage: lab health [flags]

Asks a running service whether it is well, and exits with 0 if it is. It is the health check of the image, which has
no shell and no curl.
`

// health asks the administration of a service how it is.
func health(args []string) int {
	var url string
	v := flags("health", aboutHealth)
	v.StringVar(&url, "url", "http://127.0.0.1:8081"+service.HealthPath, "`address` to ask")
	if err := v.Parse(args, os.Stdout); err != nil {
		return fail(err)
	}
	client := http.Client{Timeout: 5 * time.Second}
	response, err := client.Get(url)
	if err != nil {
		return fail(err)
	}
	response.Body.Close()
	if response.StatusCode/100 != 2 {
		return fail(fmt.Errorf("GET %s answers %s", url, response.Status))
	}
	return command.OK
}
