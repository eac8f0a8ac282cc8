import { mount } from "svelte";
import App from "./App.svelte";
import { followLinks } from "./route.svelte";
import { followSettings } from "./settings.svelte";
import "./style.css";
import "./stage.css";

followSettings();
followLinks();
mount(App, { target: document.getElementById("app")! });
