# SPDX-License-Identifier: Apache-2.0
"""Drives Chromium through ChromeDriver's HTTP interface, with the standard library only."""
import base64
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request


def missing():
    """Why no browser can be driven; None: one can."""
    absent = [name for name in ("chromium", "chromedriver") if not shutil.which(name)]
    return f"{' and '.join(absent)} not installed" if absent else None


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Browser:
    KEYS = {"Tab": "\ue004", "Right": "\ue014", "Down": "\ue015"}

    def __init__(self, width=1200, height=900):
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        self.driver = subprocess.Popen(["chromedriver", f"--port={port}"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self.wait_until_ready()
            self.open_session(width, height)
        except BaseException:
            self.driver.kill()
            raise

    def wait_until_ready(self):
        for _ in range(200):
            try:
                if self.ask("GET", "/status")["ready"]:
                    return
            except OSError:
                pass
            time.sleep(0.1)
        raise RuntimeError("chromedriver does not answer")

    def open_session(self, width, height):
        options = ["--headless", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage",
                   f"--window-size={width},{height}"]
        if os.geteuid() == 0:  # in a container
            options.append("--no-sandbox")
        wanted = {"goog:chromeOptions": {"args": options}, "goog:loggingPrefs": {"browser": "ALL"}}
        answer = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = "/session/" + answer["sessionId"]

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()) from error

    def do(self, what, body=None, method="POST"):
        return self.ask(method, self.session + what, body or ({} if method == "POST" else None))

    def open(self, path):
        self.do("/url", {"url": "file://" + str(path)})

    def run(self, script, *arguments):
        return self.do("/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script):
        """The same for a script that calls its last argument when it is done."""
        return self.do("/execute/async", {"script": script, "args": []})

    def watch_pages(self, script):
        """Runs a script in every page that is opened from now on, before its own."""
        self.command("Page.addScriptToEvaluateOnNewDocument", source=script)

    def command(self, name, **parameters):
        """One of the DevTools protocol."""
        return self.do("/goog/cdp/execute", {"cmd": name, "params": parameters})

    def press(self, *keys):
        actions = [{"type": kind, "value": self.KEYS.get(key, key)}
                   for key in keys for kind in ("keyDown", "keyUp")]
        self.do("/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def complaints(self):
        """What the page wrote to the console as errors or warnings since the last call."""
        return [entry["message"] for entry in self.do("/se/log", {"type": "browser"})
                if entry["level"] in ("SEVERE", "WARNING")]

    def prefer(self, scheme):
        self.command("Emulation.setEmulatedMedia",
                     features=[{"name": "prefers-color-scheme", "value": scheme}])

    def resize(self, width, height, phone=False):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height,
                     deviceScaleFactor=1, mobile=phone)

    def picture(self, path, **options):
        answer = self.command("Page.captureScreenshot", format="png", **options)
        with open(path, "wb") as file:
            file.write(base64.b64decode(answer["data"]))

    def print(self, path):
        answer = self.command("Page.printToPDF", printBackground=False)
        with open(path, "wb") as file:
            file.write(base64.b64decode(answer["data"]))

    def close(self):
        try:
            self.do("", method="DELETE")
        except (OSError, RuntimeError):
            pass
        self.driver.terminate()
        self.driver.wait(timeout=20)
