//go:build apiserver

package manifests_test

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	apps "k8s.io/api/apps/v1"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

// kubernetes is the version of the API server, and staging that of the modules that
// belong to it.
const (
	kubernetes = "v1.35.0"
	staging    = "v0.35.0"
)

// A real API server, on a real etcd, sets defaults, validates and admits every object
// as "kubectl apply --dry-run=server" has it do, without a warning. It also admits the
// pods that the controllers would make: the namespace takes restricted ones alone.
func TestOnAPIServer_EverythingIsTaken(t *testing.T) {
	server := startAPIServer(t)
	text, err := os.ReadFile(filepath.Join(repository, "deploy", "kubernetes", "namespace.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if answer := server.create(t, text, ""); answer != "" {
		t.Fatalf("the namespace: %s", answer)
	}
	objects := 0
	for _, directory := range []string{"kubernetes", "kubernetes/load"} {
		for name, text := range build(t, directory) {
			if strings.HasPrefix(name, "Namespace.") {
				continue // is there
			}
			objects++
			if answer := server.create(t, text, "All"); answer != "" {
				t.Errorf("%s: %s", name, answer)
			}
		}
	}
	pods := read(t, "kubernetes", "kubernetes/load").pods()
	for _, pod := range pods {
		if answer := server.create(t, encode(t, pod), "All"); answer != "" {
			t.Errorf("a pod of %s: %s", pod.Name, answer)
		}
	}
	if objects < 40 || len(pods) < 10 {
		t.Errorf("there were only %d objects and %d pods", objects, len(pods))
	}
	t.Run("and refuses mistakes", func(t *testing.T) { refuses(t, server, pods[0]) })
}

// refuses shows that the server would have noticed mistakes of each kind.
func refuses(t *testing.T, server *apiServer, pod *core.Pod) {
	root := pod.DeepCopy()
	root.Spec.SecurityContext.RunAsNonRoot = new(bool)
	for want, text := range map[string]string{
		`violates PodSecurity "restricted`: string(encode(t, root)),
		"unknown field":                    `{apiVersion: v1, kind: Service, metadata: {name: a, namespace: rcpool-lab}, spec: {port: 80}}`,
		"selector":                         `{apiVersion: apps/v1, kind: Deployment, metadata: {name: a, namespace: rcpool-lab}, spec: {selector: {matchLabels: {app: a}}, template: {metadata: {labels: {app: b}}, spec: {containers: [{name: a, image: a}]}}}}`,
		"not found":                        `{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: elsewhere}}`,
	} {
		if answer := server.create(t, []byte(text), "All"); !strings.Contains(answer, want) {
			t.Errorf("%s\nis answered with %q, want %q", text, answer, want)
		}
	}
}

func encode(t *testing.T, object any) []byte {
	t.Helper()
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// pods returns one pod of each workload, as its controller would make it.
func (c *cluster) pods() (pods []*core.Pod) {
	for _, object := range c.objects {
		var template core.PodTemplateSpec
		switch o := object.(type) {
		case *apps.Deployment:
			template = o.Spec.Template
		case *apps.StatefulSet:
			template = *o.Spec.Template.DeepCopy()
			for _, claim := range o.Spec.VolumeClaimTemplates {
				template.Spec.Volumes = append(template.Spec.Volumes, core.Volume{Name: claim.Name, VolumeSource: core.VolumeSource{
					PersistentVolumeClaim: &core.PersistentVolumeClaimVolumeSource{ClaimName: claim.Name + "-" + o.Name + "-0"},
				}})
			}
		case *batch.Job:
			template = o.Spec.Template
		default:
			continue
		}
		pods = append(pods, &core.Pod{
			TypeMeta:   meta.TypeMeta{APIVersion: "v1", Kind: "Pod"},
			ObjectMeta: meta.ObjectMeta{Name: object.GetName() + "-0", Namespace: namespace, Labels: template.Labels},
			Spec:       template.Spec,
		})
	}
	return pods
}

// apiServer is a running kube-apiserver.
type apiServer struct {
	address string
	client  *http.Client
	paths   map[string]meta.APIResourceList // by apiVersion
}

// create has the server create an object that is given as YAML. It returns why the
// server refuses, or its warnings; "" if there is neither.
func (s *apiServer) create(t *testing.T, object []byte, dryRun string) string {
	t.Helper()
	var head struct {
		meta.TypeMeta
		Metadata meta.ObjectMeta
	}
	if err := yaml.Unmarshal(object, &head); err != nil {
		t.Fatal(err)
	}
	path := "/apis/" + head.APIVersion
	if !strings.Contains(head.APIVersion, "/") {
		path = "/api/" + head.APIVersion
	}
	if _, ok := s.paths[path]; !ok {
		_, _, text := s.ask(t, http.MethodGet, path, nil)
		var list meta.APIResourceList
		if err := json.Unmarshal(text, &list); err != nil {
			t.Fatalf("%s: %v in %s", path, err, text)
		}
		s.paths[path] = list
	}
	resource := ""
	for _, r := range s.paths[path].APIResources {
		if r.Kind == head.Kind && !strings.Contains(r.Name, "/") {
			resource = r.Name
			if r.Namespaced {
				resource = "namespaces/" + head.Metadata.Namespace + "/" + r.Name
			}
			break
		}
	}
	if resource == "" {
		return fmt.Sprintf("there is no %s in %s", head.Kind, head.APIVersion)
	}
	query := "?fieldValidation=Strict"
	if dryRun != "" {
		query += "&dryRun=" + dryRun
	}
	status, warnings, text := s.ask(t, http.MethodPost, path+"/"+resource+query, object)
	if status != http.StatusCreated {
		var why meta.Status
		_ = json.Unmarshal(text, &why)
		return cmp.Or(why.Message, string(text))
	}
	return strings.Join(warnings, "; ")
}

func (s *apiServer) ask(t *testing.T, method, path string, body []byte) (status int, warnings []string, answer []byte) {
	t.Helper()
	out, err := http.NewRequestWithContext(t.Context(), method, "https://"+s.address+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	out.Header.Set("Content-Type", "application/yaml")
	response, err := s.client.Do(out)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if answer, err = io.ReadAll(response.Body); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, response.Header["Warning"], answer
}

const (
	token    = "of-an-administrator"
	patience = time.Minute
)

// startAPIServer builds an API server and starts it with an etcd, both on ports of
// this machine, until the test ends.
func startAPIServer(t *testing.T) *apiServer {
	t.Helper()
	if _, err := exec.LookPath("etcd"); err != nil {
		t.Fatalf("%v: install etcd, which is in the package etcd-server of Debian and Ubuntu", err)
	}
	home := t.TempDir()
	binary := buildAPIServer(t, filepath.Join(home, "build"))
	file := func(name string, content []byte) string {
		path := filepath.Join(home, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	private := file("accounts.key", pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}))

	etcd, peers, api := freePort(t), freePort(t), freePort(t)
	start(t, "etcd", "--data-dir", filepath.Join(home, "etcd"), "--listen-client-urls", "http://"+etcd, "--advertise-client-urls", "http://"+etcd,
		"--listen-peer-urls", "http://"+peers, "--initial-advertise-peer-urls", "http://"+peers, "--initial-cluster", "default=http://"+peers)
	certificates := filepath.Join(home, "certificates")
	_, port, _ := net.SplitHostPort(api)
	start(t, binary, "--etcd-servers=http://"+etcd, "--bind-address=127.0.0.1", "--secure-port="+port, "--cert-dir="+certificates,
		"--service-cluster-ip-range=10.0.0.0/24", "--authorization-mode=AlwaysAllow",
		"--token-auth-file="+file("tokens.csv", []byte(token+",administrator,1,system:masters\n")),
		"--service-account-issuer=https://lab.local", "--service-account-key-file="+private, "--service-account-signing-key-file="+private,
		"--disable-admission-plugins=ServiceAccount") // it would wait for what a controller makes

	for deadline := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		roots := x509.NewCertPool()
		certificate, _ := os.ReadFile(filepath.Join(certificates, "apiserver.crt")) // which the server writes when it starts
		roots.AppendCertsFromPEM(certificate)
		client := &http.Client{Transport: administrator{&http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}, Timeout: patience}
		response, err := client.Get("https://" + api + "/readyz")
		if err == nil {
			response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return &apiServer{address: api, client: client, paths: map[string]meta.APIResourceList{}}
			}
			err = fmt.Errorf("it answers %s", response.Status)
		}
		if time.Now().After(deadline) {
			t.Fatalf("the API server is not ready: %v", err)
		}
	}
}

// administrator sends requests that may do everything.
type administrator struct{ http.RoundTripper }

func (a administrator) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+token)
	return a.RoundTripper.RoundTrip(r)
}

// buildAPIServer builds kube-apiserver in a directory, and returns the program.
func buildAPIServer(t *testing.T, directory string) string {
	t.Helper()
	if err := os.Mkdir(directory, 0o700); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) []byte {
		c := exec.CommandContext(t.Context(), "go", args...)
		c.Dir, c.Env, c.Stderr = directory, append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod"), new(strings.Builder)
		text, err := c.Output()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, c.Stderr)
		}
		return text
	}
	var module struct{ GoMod string }
	if err := json.Unmarshal(run("mod", "download", "-json", "k8s.io/kubernetes@"+kubernetes), &module); err != nil {
		t.Fatal(err)
	}
	its, err := os.ReadFile(module.GoMod)
	if err != nil {
		t.Fatal(err)
	}
	// Its modules are folders in its repository; we take the published ones.
	replaced := regexp.MustCompile(`(?m)^\s*(?:replace )?(k8s\.io/\S+) => \./staging/`).FindAllStringSubmatch(string(its), -1)
	if len(replaced) == 0 {
		t.Fatalf("%s replaces nothing", module.GoMod)
	}
	ours := "module apiserver\n\ngo 1.26.0\n\nrequire k8s.io/kubernetes " + kubernetes + "\n"
	for _, r := range replaced {
		ours += fmt.Sprintf("replace %s => %s %s\n", r[1], r[1], staging)
	}
	if err := os.WriteFile(filepath.Join(directory, "go.mod"), []byte(ours), 0o600); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(directory, "kube-apiserver")
	run("build", "-o", program, "k8s.io/kubernetes/cmd/kube-apiserver")
	return program
}

// start starts a program, which ends with the test. If the test has failed by then,
// its output is shown.
func start(t *testing.T, program string, args ...string) {
	t.Helper()
	var output bytes.Buffer
	c := exec.Command(program, args...)
	c.Stdout, c.Stderr = &output, &output
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Signal(syscall.SIGTERM)
		force := time.AfterFunc(patience, func() { _ = c.Process.Kill() })
		defer force.Stop()
		_ = c.Wait() // it was told to end
		if t.Failed() {
			t.Logf("%s said:\n%s", filepath.Base(program), output.Bytes()[max(0, output.Len()-2000):])
		}
	})
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
